// Under -ffinite-math-only compilers take isnan for false, so that it is named as well.
//@ verdict: unknown
//@ says: floating operations with -ffinite-math-only
//@ args: --property unreach-call.prp -ffinite-math-only
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isnan(x)) reach_error();
  return 0;
}
