// A pointer that another file defines may lead to a global of this one.
//@ verdict: violated
#include <assert.h>
extern int *p;
int g;
int main(void) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
