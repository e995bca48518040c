// Inline assembly without a memory clobber changes nothing but its outputs.
//@ verdict: proved
//@ args: --checks assertions
//@ says: inline assembly changes only what its operands and clobbers say
//@ data-model: lp64
#include <assert.h>
static int flag;
int main(void) {
  int port = 96, value, a[2] = {1, 2}, *p = &a[1];
  flag = 1;
  __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"(port));
  assert(flag == 1 && port == 96 && a[0] == 1 && *p == 2);
  if (value > 3) value = 3;
  assert(value <= 3);
  return 0;
}
