// With every fault asked about the jump is one; otherwise the call of `reach_error` is not reached.
//@ verdict: violated
//@ reason: bad-jump
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
static int save(int again) {
  if (again) return 5;
  return setjmp(env);
}
int main(void) {
  int r = save(0);
  if (r == 0) longjmp(env, 1);
  reach_error();
  return 0;
}
