// An operand that jumps out of a statement expression hides what the other one does.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_jump.c:13:
#include <assert.h>
static int g;
static int set(void) {
  g = 1;
  return 1;
}
static int both(int a, int b) { return a + b; }
static int f(void) {
  return both(({ return 5; 1; }), set());
}
int main(void) {
  f();
  assert(g == 0);
  return 0;
}
