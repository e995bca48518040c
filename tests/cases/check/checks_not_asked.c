// Overflow wraps where nobody asks about it, and the answer says that it was not checked.
//@ verdict: proved
//@ says: not checked: memory faults, division by zero, overflow
//@ args: --checks assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y - 1 == x);
  return 0;
}
