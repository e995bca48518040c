//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ engines: dash
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env, other;
static int depth;
int main(void) {
  int r;
  if (setjmp(env)) return 1;
  r = setjmp(other);
  if (r == 3) {
    if (depth != 5) reach_error();
    longjmp(env, 1);
  }
  if (r) reach_error();
  depth = 5;
  longjmp(other, 3);
}
