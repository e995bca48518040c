// A local changes through a pointer that was made before setjmp.
//@ verdict: proved
//@ says: locals that change after setjmp keep their values over longjmp, which C leaves open (x)
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
int main(void) {
  int x = 1;
  int *p = &x;
  if (setjmp(b) == 0) {
    *p = 2;
    longjmp(b, 1);
  }
  assert(x == 2);
  return 0;
}
