// A function of <math.h> that is not computed has bounds for a proof; its values are no inputs of tests.
//@ verdict: proved
//@ says: functions of <math.h> keep the bounds of their exact values
//@ args: --property unreach-call.prp
//@ with VALUE: unknown
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= 0.0 && x <= 1.0 && erf(x) > 1.0) reach_error();
#ifdef VALUE
  if (expm1(0.0) != 0.0) reach_error();
  if (tgamma(5.0) != 24.0) reach_error();
#endif
  return 0;
}
