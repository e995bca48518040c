// An array without elements is what compilers make of it where a property asks: an object
// without bytes. Only an access to it fails.
//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ args: --property valid-memsafety.prp
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  int a[n];
#ifdef SAFE
  for (int i = 0; i < n; i++) a[i] = i;
#else
  a[0] = n;
#endif
  return 0;
}
