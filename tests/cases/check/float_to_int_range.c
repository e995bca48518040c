// A conversion that does not fit is undefined: a proof must not rest on what the machine gives.
//@ verdict: unknown violated
//@ args: --property unreach-call.prp
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 1e12) return 0;
  int n = (int)x;
  if (n != -2147483647 - 1) reach_error();
  return 0;
}
