// Where control may leave inline assembly, nothing is claimed.
//@ verdict: unknown
//@ args: --checks assertions --timeout 5
//@ says: inline assembly
//@ data-model: lp64
#include <assert.h>
int main(void) {
  int x = 1;
  __asm__ volatile("int $0x80" : "+a"(x));
  assert(x == x + 0);
  return 0;
}
