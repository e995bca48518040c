// What a function without a body returns may lead to a global.
//@ verdict: violated unknown
//@ args: --externals havoc
//@ engines: all
//@ data-model: lp64
#include <assert.h>
extern int *pointer(void);
int g;
int main(void) {
  int *p = pointer();
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
