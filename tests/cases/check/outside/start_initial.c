// What is assumed about the state before the first call is printed.
//@ verdict: proved
//@ args: --entry f
//@ says: globals have their initial values when `f` is called
//@ data-model: lp64
#include <assert.h>
static int g;
int f(int n) {
  assert(g == 0);
  g = n;
  return g;
}
