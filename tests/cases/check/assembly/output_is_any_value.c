// An output of inline assembly may have any value, and the answer says so.
//@ verdict: violated
//@ args: --checks assertions
//@ says: its outputs may have any values
//@ data-model: lp64
#include <assert.h>
int main(void) {
  int x = 0;
  __asm__("movl $5, %0" : "=r"(x));
  assert(x == 5);
  return 0;
}
