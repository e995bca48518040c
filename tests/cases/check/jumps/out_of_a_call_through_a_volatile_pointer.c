// A function that is called through a volatile pointer is not expanded, and it jumps.
//@ verdict: unknown proved
//@ with WRONG: violated unknown
//@ engines: all
#include <assert.h>
#include <setjmp.h>
static jmp_buf outer;
static int turns;
static void leave(int c) {
  if (c && turns < 1) {
    turns++;
    longjmp(outer, 1);
  }
}
static void (*volatile jump)(int) = leave;
int main(void) {
  int back = setjmp(outer);
  jump(1);
#ifdef WRONG
  assert(back == 0);
#else
  assert(back == 1);
#endif
  return 0;
}
