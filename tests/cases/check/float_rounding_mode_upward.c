// The same sum rounded upwards is above the first operand.
//@ verdict: violated
//@ args: --property unreach-call.prp
#include <fenv.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  fesetround(FE_UPWARD);
  if (x >= 1.0f && x <= 100.0f && x + 1e-10f != x) reach_error();
  return 0;
}
