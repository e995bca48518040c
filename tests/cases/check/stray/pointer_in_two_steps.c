// A sum of pointers that leaves the array, although the next step comes back into it.
//@ verdict: violated
//@ args: --checks +pointer
//@ reason: pointer
int a[10];
int main(void) {
  int *q = a;
  a[5] = 0;
  return *(q + 20 - 15);
}
