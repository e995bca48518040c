// The same where the block is that of a loop in the function itself.
//@ verdict: violated
//@ reason: dangling
#include <setjmp.h>
static jmp_buf env;
static int *kept;
int main(void) {
  volatile int n = 0;
  if (setjmp(env)) n++;
  if (n == 1) return *kept;
  for (int i = 0; i < 3; i++) {
    int x = i;
    kept = &x;
    if (i == 2) longjmp(env, 1);
  }
  return 0;
}
