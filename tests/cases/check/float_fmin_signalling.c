// glibc takes a quiet NaN for a missing number and makes a NaN of a signalling one, of which C says
// nothing: neither verdict may hinge on that.
//@ verdict: unknown
//@ args: --property unreach-call.prp
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x && fminf(x, 1.0f) != 1.0f) reach_error();
  return 0;
}
