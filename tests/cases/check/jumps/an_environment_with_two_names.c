// The later one counts, whatever it calls the environment.
//@ verdict: violated
//@ reason: reach-error
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
static jmp_buf *p = &env;
int main(void) {
  if (setjmp(env)) return 1;
  if (setjmp(*p)) reach_error();
  longjmp(env, 1);
}
