// What an array of variable length holds over longjmp is left open, too: gcc -O2 keeps an element in a register.
//@ verdict: proved
//@ says: locals that change after setjmp keep their values over longjmp, which C leaves open (a)
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
int main(void) {
  int n = 2;
  int a[n];
  a[0] = 1;
  if (setjmp(b) == 0) {
    a[0] = 2;
    longjmp(b, 1);
  }
  assert(a[0] == 2);
  return 0;
}
