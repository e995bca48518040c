// The first part of the condition decides the assertion on every path: it is checked, not vacuous.
//@ verdict: proved
//@ says-not: vacuous
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  assert(x >= 0 || y > 3);
  assert(!(x < 0 && y > 3));
  return 0;
}
