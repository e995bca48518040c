// An operand that goes on for ever hides that the other one fails: gcc evaluates arguments from the right.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_without_end.c:17:
#include <assert.h>
static int spin(void) {
  for (;;)
    ;
}
static int bad(void) {
  assert(0);
  return 0;
}
static int both(int a, int b) { return a + b; }
int main(void) {
  // The first is never done.
  return both(spin(), bad());
}
