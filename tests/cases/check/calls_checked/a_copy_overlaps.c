// A copy between parts of one object that overlap.
//@ verdict: unknown violated
//@ with SAFE: proved
//@ with SAME: proved
//@ with FOUND: violated
//@ args: --timeout 5
//@ data-model: lp64
#include <string.h>
#include "rare.h"
static char b[32];
static void move(char *to, const char *from) { memcpy(to, from, 8); }
int main(void) {
  unsigned n = 8, x = __VERIFIER_nondet_uint();
#ifdef FOUND
  if (x == 9) n = 4;
#elif defined SAFE
  n += x % 9;
#elif defined SAME
  n = 0;
#else
  if (is_rare(x)) n = 4;
#endif
  move(b, b + n);
  return 0;
}
