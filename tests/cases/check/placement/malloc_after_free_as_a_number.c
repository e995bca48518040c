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
#define PART (uintptr_t)q == a
#else
#define PART (uintptr_t)q != a
#endif
int main(void) {
  int *p = malloc(4);
  uintptr_t a = (uintptr_t)p;
  free(p);
  int *q = malloc(4);
  assert(PART);
  return 0;
}
