// A pointer that becomes a wider integer is extended with its sign, as gcc does it: the upper half of a
// 32-bit address space is negative.
//@ verdict: violated
//@ says: depends on where objects lie
//@ data-model: ilp32
#include <assert.h>
int main(void) {
  int x = 0;
  unsigned long long u = (unsigned long long)&x;
  assert(u >> 32 == 0);
  return x;
}
