//@ verdict: proved
//@ with WRONG: violated
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env, other;
static int depth;
#ifdef WRONG
#define PART longjmp(other, 4)
#else
#define PART depth = 5; longjmp(other, 3)
#endif
int main(void) {
  int r;
  if (setjmp(env)) return 1;
  r = setjmp(other);
  if (r == 3) {
    if (depth != 5) reach_error();
    longjmp(env, 1);
  }
  if (r) reach_error();
  PART;
}
