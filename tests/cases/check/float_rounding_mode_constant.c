// Compilers evaluate constant expressions, rounded to nearest, unless they are told not to.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <fenv.h>
extern void reach_error(void);
int main(void) {
  float nearest = 1.0f / 10.0f;
  fesetround(FE_DOWNWARD);
  if (1.0f / 10.0f != nearest) reach_error();
  return 0;
}
