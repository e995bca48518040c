// A number leads to what lives at its address: at the end of `a` that may be `b`.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp
//@ engines: auto panda dash
//@ with INSIDE: proved
#include <stdint.h>
extern void reach_error(void);
static char a[4], b[4];
int main(void) {
#ifdef INSIDE
  uintptr_t i = (uintptr_t)(a + 3);
#else
  uintptr_t i = (uintptr_t)(a + 4);
#endif
  if (i == (uintptr_t)b) {
    b[0] = 0;
    *(char *)i = 1;
    if (b[0]) reach_error();
  }
  return 0;
}
