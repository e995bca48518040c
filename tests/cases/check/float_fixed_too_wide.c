// One of 32 bits does not.
//@ verdict: violated
//@ args: --property unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 1000000000);
  if ((int)(float)n != n) reach_error();
  return 0;
}
