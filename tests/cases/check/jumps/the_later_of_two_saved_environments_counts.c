//@ verdict: proved
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
int main(void) {
  if (setjmp(env)) reach_error();
  if (setjmp(env)) return 1;
  longjmp(env, 1);
}
