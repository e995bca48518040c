// A variable-length array ends with its function.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ args: --checks memory
int *kept;
static int first(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  kept = a;
  return a[0];
}
int main(void) {
  first(4);
#ifndef SAFE
  return *kept;
#endif
  return 0;
}
