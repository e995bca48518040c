// A text is copied to its own front: the copy ends, and its bytes overlap.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ with FOUND: violated
//@ args: --timeout 10
//@ data-model: lp64
#include <string.h>
#include "rare.h"
int main(void) {
  char b[8] = "ab", c[8];
  unsigned n = 4, x = __VERIFIER_nondet_uint();
#ifdef FOUND
  if (x == 9) n = 1;
#elif !defined SAFE
  if (is_rare(x)) n = 1;
#endif
  b[n] = 'x';
  b[n + 1] = 0;
  strcpy(b, b + n);
  strcpy(c, b);
  return c[1];
}
