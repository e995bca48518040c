// The same with bytes: the address behind the array is cast before it is moved back.
//@ verdict: violated
//@ args: --checks +pointer
//@ reason: pointer
int a[10];
int main(void) {
  int *q = a;
  return *((char *)(q + 11) - 4);
}
