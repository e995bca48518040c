// A division that is not asked about ends its execution, so nothing divided by zero gets further.
//@ verdict: proved unknown
//@ args: --property unreach-call.prp
//@ with WRONG: violated
//@ engines: auto dash
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef WRONG
  int y = 10 / (x | 1);
#else
  int y = 10 / x;
#endif
  if (x == 0) reach_error();
  return y;
}
