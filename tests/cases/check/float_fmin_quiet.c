// A quiet NaN is a missing number to `fmin` and `fmax`.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float() + 1.0f;
  if (x != x && (fminf(x, 1.0f) != 1.0f || fmaxf(1.0f, x) != 1.0f)) reach_error();
  return 0;
}
