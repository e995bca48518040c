// A local that the body of a loop assigns, which need not run.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), last;
#ifdef SAFE
  if (n < 1) return 0;
#endif
  for (int i = 0; i < n && i < 3; i++) last = i;
  if (last == 2) return 1;
  return 0;
}
