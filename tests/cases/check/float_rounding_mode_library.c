// What is known of `exp` holds where operations round to nearest; other modes are named.
//@ verdict: unknown
//@ says: a function of the library in another rounding mode
//@ args: --property unreach-call.prp
#include <fenv.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  fesetround(FE_UPWARD);
  if (x >= 0.0 && exp(x) < 1.0) reach_error();
  return 0;
}
