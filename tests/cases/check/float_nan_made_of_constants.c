// A NaN that is made of constants is the processor's in a function and the compiler's in an initialiser;
// which sign it has is not a matter of a proof.
//@ verdict: violated
//@ args: --property unreach-call.prp
//@ with SAFE: proved
#include <math.h>
extern void reach_error(void);
static double initial = 0.0 / 0.0;
int main(void) {
  double made = 0.0 / 0.0;
  if (!isnan(made) || !isnan(initial) || signbit(initial)) reach_error();
#ifndef SAFE
  if (signbit(made)) reach_error();
#endif
  return 0;
}
