// `rint` and `lrint` follow the rounding mode, `round` does not, nor do casts to integers.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <fenv.h>
#include <math.h>
extern void reach_error(void);
static void expect(int mode, double x, double rounded) {
  if (fesetround(mode) || fegetround() != mode) reach_error();
  if (rint(x) != rounded || nearbyint(x) != rounded || lrint(x) != (long)rounded) reach_error();
  if (round(2.5) != 3.0 || floor(2.5) != 2.0 || (int)-2.9 != -2) reach_error();
}
int main(void) {
  expect(FE_TONEAREST, 2.5, 2.0);
  expect(FE_TONEAREST, -3.5, -4.0);
  expect(FE_DOWNWARD, 2.7, 2.0);
  expect(FE_DOWNWARD, -2.3, -3.0);
  expect(FE_UPWARD, 2.3, 3.0);
  expect(FE_UPWARD, -2.7, -2.0);
  expect(FE_TOWARDZERO, 2.7, 2.0);
  expect(FE_TOWARDZERO, -2.7, -2.0);
  return 0;
}
