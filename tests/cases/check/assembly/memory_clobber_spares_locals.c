// A memory clobber leaves alone locals whose address nobody has.
//@ verdict: proved
//@ args: --checks assertions
//@ data-model: lp64
#include <assert.h>
int main(void) {
  int x = 1;
  __asm__ volatile("mfence" : : : "memory");
  assert(x == 1);
  return 0;
}
