// No execution gets to the assertion, though one gets to the test around it.
//@ verdict: proved
//@ says: vacuous
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) return 0;
  if (x > 4) assert(x == 7);
  return 0;
}
