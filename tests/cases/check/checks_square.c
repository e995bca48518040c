// A product is decided by the ranges of its factors, whatever they are computed from.
//@ args: --checks default
//@ verdict: violated
//@ reason: signed-overflow
//@ with SAFE: proved
//@ engines: auto dash
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int() ^ __VERIFIER_nondet_int();
#ifdef SAFE
  if (n < -46340 || n > 46340) return 0;
#else
  if (n < -46341 || n > 46341) return 0;
#endif
  return n * n == 7;
}
