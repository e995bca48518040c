// Locals of one invocation are not those of another.
//@ verdict: proved
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int n) {
#ifdef WRONG
  static int mine;
  mine = n;
#else
  int mine = n;
#endif
  if (n > 0) f(n - 1);
  return mine;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  if (f(n) != n) reach_error();
  return 0;
}
