// gcc evaluates the arguments from the right, and the assertion fails.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order.c:10:
#include <assert.h>
static int n;
static int next(void) { return ++n; }
static void check(int a, int b) { assert(a < b); }
int main(void) {
  check(next(), next());
  return 0;
}
