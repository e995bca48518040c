// An access in an arm of a conditional expression happens only if it is chosen.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int a[4], b[2];
int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef WRONG
  return i >= 0 && i < 5 ? a[i] : b[i & 1];
#else
  return i >= 0 && i < 4 ? a[i] : b[i & 1];
#endif
}
