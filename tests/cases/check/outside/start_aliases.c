// Two pointers at the start may be equal.
//@ verdict: violated
//@ args: --entry f
//@ data-model: lp64
#include <assert.h>
int f(int *p, int *q) {
  if (!p || !q) return 0;
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}
