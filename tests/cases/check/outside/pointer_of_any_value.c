// A pointer that starts with any value may lead to a global.
//@ verdict: violated
//@ args: --globals any
#include <assert.h>
int *p;
int g;
int main(void) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
