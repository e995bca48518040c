// The zeros are equal and differ: only a division tells.
//@ verdict: violated
//@ natively: fails
//@ args: --property unreach-call.prp
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0.0 && 1.0 / x < 0.0) reach_error();
  return 0;
}
