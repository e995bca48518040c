// Nor to a static function in a table that stays inside.
//@ verdict: proved unknown
//@ args: --entry f
//@ data-model: lp64
#include <assert.h>
static int fails(int x) {
  assert(x < 0);
  return x;
}
static int (*const table[1])(int) = {fails};
int f(int (*call)(int), int n) { return n && call ? call(n) : table[0](-1); }
