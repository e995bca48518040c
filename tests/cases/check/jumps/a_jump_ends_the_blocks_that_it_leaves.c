// A `longjmp` leaves the blocks that were opened since the `setjmp`; their locals live no more.
//@ verdict: violated
//@ reason: dangling
//@ with SAFE: proved
#include <setjmp.h>
static jmp_buf env;
static int *kept;
static void leave(void) { longjmp(env, 1); }
int main(void) {
#ifdef SAFE
  volatile int x = 1;
#endif
  if (setjmp(env)) return *kept;
  {
#ifndef SAFE
    int x = 1;
#endif
    kept = (int *)&x;
    leave();
  }
  return 0;
}
