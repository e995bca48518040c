// With -frounding-math constant expressions are evaluated in the mode of the running program, which is named.
//@ verdict: unknown
//@ says: constant expressions in other rounding modes
//@ args: --property unreach-call.prp -frounding-math
#include <fenv.h>
extern void reach_error(void);
int main(void) {
  float nearest = 1.0f / 10.0f;
  fesetround(FE_DOWNWARD);
  if (1.0f / 10.0f != nearest) reach_error();
  return 0;
}
