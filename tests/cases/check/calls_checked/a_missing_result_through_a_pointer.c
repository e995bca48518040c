// The result is kept by a call through a pointer.
//@ verdict: unknown violated
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
}
static int g(unsigned x) { return 2; }
static int (*const table[2])(unsigned) = {f, g};
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  return table[x & 1](x | 1) == 9 && table[0](x) == 7;
}
