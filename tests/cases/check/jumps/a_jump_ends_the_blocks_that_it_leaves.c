// A `longjmp` leaves the blocks that were opened since the `setjmp`; their locals live no more.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
//@ args: --checks invalid-access
#include <setjmp.h>
static jmp_buf env;
static int *kept;
static void leave(void) { longjmp(env, 1); }
int main(void) {
#ifdef SAFE
  int x = 1;
  kept = &x;
#endif
  if (setjmp(env)) return *kept;
  {
#ifndef SAFE
    int x = 1;
    kept = &x;
#endif
    leave();
  }
  return 0;
}
