// The remainder of `fmod` is less than the divisor and has the dividend's sign.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 1e6)) return 0;
  double r = fmod(x, 360.0);
  if (!(r >= 0.0 && r < 360.0)) reach_error();
  return 0;
}
