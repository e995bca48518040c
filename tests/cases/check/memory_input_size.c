// An array whose size is an input: what a loop accesses lies inside it.
//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n >= 2147483647 / sizeof(int)) n = 1;
  int *a = __builtin_alloca(n * sizeof(int));
#ifndef SAFE
  for (int i = 0; i <= n; i++) a[i] = i;
#else
  for (int i = 0; i < n; i++) a[i] = i;
#endif
  return 0;
}
