// Every pointer of a whole program is one of its own, and nothing is assumed.
//@ verdict: proved
//@ says-not: assuming
//@ data-model: lp64
#include <assert.h>
int g, h;
int f(int *p) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
int main(void) { return f(&h); }
