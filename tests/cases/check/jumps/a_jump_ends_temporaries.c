// A value that a call returns lives until the end of its full expression, which a jump may be.
//@ verdict: violated
//@ reason: dangling
#include <setjmp.h>
struct pair { int a[2]; };
static jmp_buf env;
static int *kept;
static struct pair make(void) { return (struct pair){{1, 2}}; }
static void keep(int *p) {
  kept = p;
  longjmp(env, 1);
}
int main(void) {
  if (setjmp(env)) return *kept;
  keep(make().a);
  return 0;
}
