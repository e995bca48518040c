// The same copy of the procedure, but another invocation.
//@ verdict: unknown
//@ args: --property ../unreach-call.prp
//@ engines: dash
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
static int save(int again) {
  if (again) longjmp(env, 1);
  return setjmp(env);
}
int main(void) {
  for (int i = 0; i < 2; i++) if (save(i)) reach_error();
  return 0;
}
