// With a memory clobber, what can be reached from outside may change.
//@ verdict: violated unknown
//@ args: --checks assertions
//@ data-model: lp64
#include <assert.h>
int shared;
int main(void) {
  shared = 1;
  __asm__ volatile("mfence" : : "r"(&shared) : "memory");
  assert(shared == 1);
  return 0;
}
