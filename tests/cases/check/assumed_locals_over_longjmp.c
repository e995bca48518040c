// C leaves open what x holds after the jump: an optimising compiler restores its register.
//@ verdict: proved
//@ says: locals that change after setjmp keep their values over longjmp, which C leaves open (x)
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
int main(void) {
  int x = 1;
  volatile int y = 1;
  if (setjmp(env) == 0) {
    x = 2;
    y = 2;
    longjmp(env, 1);
  }
  assert(x == 2 && y == 2);
  return 0;
}
