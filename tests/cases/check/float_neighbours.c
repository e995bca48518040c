// Neighbours of numbers; there is nothing between a number and the next one.
//@ verdict: proved
//@ args: --property unreach-call.prp
#define _GNU_SOURCE
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isnan(x)) return 0;
  float above = nextafterf(x, INFINITY);
  if (x != INFINITY && above <= x) reach_error();
  if (nextafterf(INFINITY, 0.0f) != 0x1.fffffep127f) reach_error();
  if (nextafter(0.0, -1.0) != -0x1p-1074 || nextafter(1.0, 1.0) != 1.0) reach_error();
  if (nexttoward(1.0, 2.0L) != 1.0 + 0x1p-52) reach_error();
  if (roundeven(2.5) != 2.0 || roundeven(3.5) != 4.0 || roundeven(-2.3) != -2.0) reach_error();
  if (!isnan(nan(""))) reach_error();
  return 0;
}
