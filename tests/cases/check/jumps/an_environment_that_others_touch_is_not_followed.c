//@ verdict: unknown
//@ args: --property ../unreach-call.prp
//@ engines: dash
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
int main(void) {
  jmp_buf *p = &env;
  if (setjmp(env)) return 1;
  if (*(char *)p == 77) reach_error();
  longjmp(env, 1);
}
