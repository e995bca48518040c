// Where a real allocator or compiler can do both, neither is proved, by no engine.
//@ verdict: violated unknown
//@ args: --timeout 5
//@ engines: dash panda synergy cegar
//@ data-model: lp64
//@ with OTHER: violated unknown
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef OTHER
#define PART p == q
#else
#define PART p != q
#endif
static uintptr_t frame(void) {
  int x = 0;
  return (uintptr_t)&x;
}
int main(void) {
  uintptr_t p = frame(), q = frame();
  assert(PART);
  return 0;
}
