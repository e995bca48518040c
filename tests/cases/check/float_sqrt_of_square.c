// The functions of <math.h> by their meaning.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(isfinite(x));
  if (!(floorf(x) <= x && ceilf(x) >= x)) reach_error();
  if (fabsf(x) < 0.0f || copysignf(x, -1.0f) > 0.0f) reach_error();
  __VERIFIER_assume(x >= 1.0f && x <= 4.0f);
  if (!(sqrtf(x) >= 1.0f && sqrtf(x) <= 2.0f)) reach_error();
  return 0;
}
