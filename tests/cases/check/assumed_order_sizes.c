// The sizes of an array are evaluated in any order.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_sizes.c:11:
#include <assert.h>
static int g = 1;
static int up(void) { return ++g; }
int main(void) {
  // As gcc does it: the elements first.
  // Others begin with the array.
  int a[up()][up()];
  assert(sizeof a[0] == 2 * sizeof(int));
  return 0;
}
