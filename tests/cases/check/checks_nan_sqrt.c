// The square root of a number below zero is no number; `run` does not stop there, so that it is not shown.
//@ verdict: unknown
//@ says: a check of nan
//@ args: --checks nan
//@ with SAFE: proved
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef SAFE
  if (!(x >= 0.0)) return 0;
#endif
  return sqrt(x) > 2.0;
}
