// Functions whose values are not computed are known by their bounds, which is assumed.
//@ verdict: proved
//@ with WRONG: violated
//@ says: functions of <math.h> keep the bounds of their exact values
//@ args: --property unreach-call.prp
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = __VERIFIER_nondet_float();
#ifndef WRONG
  __VERIFIER_assume(isfinite(x));
#endif
  if (!(sin(x) * sin(x) + cos(x) * cos(x) <= 2.0)) reach_error();
  if (tanhf(y) > 1.0f || atan(x) > 1.6 || exp(x) < 0.0) reach_error();
  __VERIFIER_assume(x > 0.0 && x <= 100.0 && y >= 1.0f);
  if (!(log(1.0 + x) >= 0.0) || isnan(pow(x, 2.5)) || isinf(exp(x))) reach_error();
  if (y <= 2.0f && hypotf(y, y) < 0.0f) reach_error();
  return 0;
}
