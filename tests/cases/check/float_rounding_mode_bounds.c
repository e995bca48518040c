// Arithmetic of intervals: the quotient rounded downwards is at most the one rounded upwards.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <fenv.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 2.0f)) return 0;
  fesetround(FE_DOWNWARD);
  float low = x / 3.0f;
  fesetround(FE_UPWARD);
  float high = x / 3.0f;
  fesetround(FE_TONEAREST);
  if (fegetround() != FE_TONEAREST) reach_error();
  if (low < 0.33f || high > 0.67f || high < 0.33333333f) reach_error();
  return 0;
}
