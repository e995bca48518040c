// The roots of a quadratic polynomial without cancellation: numbers, in order, in range.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
  __VERIFIER_assume(b >= 4.0f && b <= 100.0f && c >= 1.0f && c <= 2.0f);
  float q = -0.5f * (b + sqrtf(b * b - 4.0f * c));
  float first = q, second = c / q;
  if (!(first <= -2.0f && first >= -101.0f && second < 0.0f && second >= -1.0f)) reach_error();
  return 0;
}
