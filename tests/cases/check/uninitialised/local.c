// A local that no way assigns decides a branch.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
#ifdef SAFE
  x = __VERIFIER_nondet_int();
#endif
  if (x > 3) return 1;
  return 0;
}
