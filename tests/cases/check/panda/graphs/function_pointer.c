// Both functions that a pointer may lead to are called.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int x) { return 2 * x; }
#ifdef WRONG
int thrice(int x) { return 4 * x; }
#else
int thrice(int x) { return 3 * x; }
#endif
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? twice : thrice;
  int r = f(7);
  if (r != 14 && r != 21) reach_error();
  return 0;
}
