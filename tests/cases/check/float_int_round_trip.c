// Every int passes through double and comes back.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if ((int)(double)n != n) reach_error();
  return 0;
}
