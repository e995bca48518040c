// A variable-length array ends with its function.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int *kept;
static int first(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  kept = a;
  return a[0];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  first(n);
#ifndef SAFE
  return *kept;
#endif
  return 0;
}
