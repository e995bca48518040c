// The number of leading or trailing zeros of 0 is not defined.
//@ verdict: unknown violated
//@ with FOUND: violated
//@ with SAFE: proved
//@ args: --timeout 5
//@ data-model: lp64
#include "rare.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef FOUND
  return __builtin_clz(x);
#elif defined SAFE
  if (x == 0) return 0;
  return __builtin_ctz(x) > 40;
#else
  return __builtin_clz(is_rare(x) ? 0 : 1) == 99;
#endif
}
