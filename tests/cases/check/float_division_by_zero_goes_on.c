// A floating division by zero gives an infinity or a NaN, and the path goes on from there.
//@ verdict: violated
//@ engines: dart panda
//@ with BOTH: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  double quotient = x / y;
#ifdef BOTH
  int seen = 0;
  if (quotient > 1.5) seen |= 1;
  if (y != 0) seen |= 2;
  if (quotient != quotient) seen |= 4;
  assert(seen != 3);
#else
  if (quotient > 1.5) assert(y != 0);
#endif
  return 0;
}
