// Which array is left is not followed.
//@ verdict: unknown
//@ args: --engine dash
#include <setjmp.h>
static jmp_buf env;
static int *kept;
static void leave(void) { longjmp(env, 1); }
int main(void) {
  int n = 3;
  if (setjmp(env)) return *kept;
  {
    int x[n];
    x[0] = 1;
    kept = x;
    leave();
  }
  return 0;
}
