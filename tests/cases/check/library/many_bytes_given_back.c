// C promises room for one byte, and glibc finds it for all; eight are modelled.
//@ verdict: unknown
//@ with EIGHT: proved unknown
//@ args: --checks assertions
#include <assert.h>
#include <stdio.h>
int main(void) {
#ifdef EIGHT
  for (int i = 0; i < 8; i++) assert(ungetc('x', stdin) == 'x');
#else
  for (int i = 0; i < 9; i++) assert(ungetc('x', stdin) == 'x');
#endif
  return 0;
}
