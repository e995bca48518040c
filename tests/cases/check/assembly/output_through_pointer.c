// An output that is reached through a pointer may have any value afterwards.
//@ verdict: violated
//@ args: --checks assertions
//@ data-model: lp64
#include <assert.h>
int main(void) {
  int x = 1, *p = &x;
  __asm__("incl %0" : "+m"(*p));
  assert(x == 1);
  return 0;
}
