// A call through a null pointer that no test finds is not proved away: it is a check like any other.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ args: --timeout 5
//@ data-model: lp64
#include "rare.h"
static int f(int i) { return i; }
int main(void) {
  int (*p)(int) = f;
#ifndef SAFE
  if (is_rare(__VERIFIER_nondet_uint())) p = 0;
#endif
  return p(1);
}
