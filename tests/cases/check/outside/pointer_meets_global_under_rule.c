// The same where a rule is asked about that has nothing to do with it.
//@ verdict: violated
//@ args: --entry f --rule linux/spinlock --with-asserts
#include <assert.h>
int g;
int f(int *p) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
