//@ verdict: violated
//@ reason: bad-jump
//@ natively: natively the same | cannot be seen natively
#include <setjmp.h>
static jmp_buf place;
static int f(void) {
  return setjmp(place);
}
int main(void) {
  if (f() == 0) longjmp(place, 1);
  return 0;
}
