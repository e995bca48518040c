// A function of <math.h> that is called through a pointer follows the rounding mode, too.
//@ verdict: proved
//@ args: --property unreach-call.prp
#include <fenv.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  double (*functions[])(double) = {sqrt, rint, floor};
  volatile double two = 2.0;
  fesetround(FE_DOWNWARD);
  double low = functions[0](two);
  fesetround(FE_UPWARD);
  double high = functions[0](two);
  if (!(low < high) || functions[1](2.25) != 3.0 || functions[2](2.75) != 2.0) reach_error();
  return 0;
}
