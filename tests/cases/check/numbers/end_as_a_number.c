// A number that is the end of one object and the start of another leads to the other.
//@ verdict: proved unknown
//@ args: --timeout 8
//@ engines: panda dart
//@ with BEFORE: proved unknown
//@ with WRONG: violated
#include <assert.h>
#include <stdint.h>
int a[4], b[4];
int main(void) {
  uintptr_t u = (uintptr_t)(a + 4);
  if (u == (uintptr_t)b) {
    int *p = (int *)u;
#ifdef BEFORE
    p[-1] = 1;
#else
    *p = 1;
#endif
#ifdef WRONG
    assert(b[0] == 0);
#endif
  }
  return 0;
}
