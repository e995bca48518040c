// The same of a call through a pointer that leads to a function of another type; nothing is assumed of its type then.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ with FOUND: violated
//@ args: --timeout 5
//@ data-model: lp64
#include "rare.h"
static int f(int i) { return i; }
static double g(double x) { return x; }
int main(void) {
  int (*p)(int) = f;
#ifdef FOUND
  if (__VERIFIER_nondet_uint() == 7) p = (int (*)(int))g;
#elif !defined SAFE
  if (is_rare(__VERIFIER_nondet_uint())) p = (int (*)(int))g;
#endif
  return p(1) + (g(1) > 2);
}
