// Whether two pointers are the same may always be asked.
//@ verdict: proved
//@ args: --checks +pointer
int a[4], b[4];
int main(void) {
  int *p = a, *q = b;
  return p == q;
}
