// A sum rounded downwards is never above the exact one, so a positive term may get lost.
//@ verdict: proved
//@ says: floating operations are carried out where they are written
//@ args: --property unreach-call.prp
#include <fenv.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  fesetround(FE_DOWNWARD);
  if (x >= 1.0f && x <= 100.0f && x + 1e-10f != x) reach_error();
  return 0;
}
