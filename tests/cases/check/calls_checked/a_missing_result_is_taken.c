// A function that ends without the result that its caller keeps.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ with IGNORED: proved
//@ with FOUND: violated
//@ args: --timeout 5
//@ data-model: lp64
#include "rare.h"
static int f(unsigned x) {
#ifdef FOUND
  if (x != 7) return 1;
#else
  if (!is_rare(x)) return 1;
#endif
#ifdef SAFE
  return 2;
#endif
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef IGNORED
  f(x);
  return 0;
#else
  return f(x) == 7;
#endif
}
