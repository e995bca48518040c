// A rounding mode that is not modelled is named, not ignored.
//@ verdict: unknown
//@ says: rounding mode other than to nearest
//@ args: --property unreach-call.prp
#include <fenv.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  fesetround(FE_DOWNWARD);
  if (x >= 1.0f && x + 1e-10f < x) reach_error();
  return 0;
}
