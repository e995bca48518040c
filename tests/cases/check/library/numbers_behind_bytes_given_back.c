// Where bytes may be given back, the number that is read is made of them.
//@ verdict: proved
//@ args: --first
//@ with OTHER: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = 0;
#ifdef OTHER
  if (scanf("%d", &n) == 1) assert(n != 7);
#else
  ungetc('x', stdin);
  assert(scanf("%d", &n) == 0);
#endif
  return 0;
}
