// A call through a pointer means what a call by name does.
//@ verdict: proved
//@ with WRONG: violated
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int seen = 1;
int main(void) {
  void (*assume)(int) = __VERIFIER_assume;
  int (*any)(void) = __VERIFIER_nondet_int;
  int x = any();
  assume(x > 0);
#ifdef WRONG
  if (x == 7) reach_error();
#endif
  if (x <= 0 || seen != 1) reach_error();
  return 0;
}
