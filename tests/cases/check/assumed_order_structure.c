// A function that returns a structure reads it, although nothing loads it.
//@ verdict: proved
//@ says: from left to right
#include <assert.h>
struct s { int n; } s = {1};
static struct s get(void) { return s; }
static int set(void) {
  s.n = 9;
  return 0;
}
static int second(int a, struct s b) { return b.n; }
int main(void) {
  assert(second(set(), get()) == 9);
  return 0;
}
