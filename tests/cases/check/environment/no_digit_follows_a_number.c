// Behind a number comes no digit; anything else may.
//@ verdict: proved
//@ with LETTER: violated
//@ with SECOND: violated
//@ args: --checks assertions --engine panda
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void) {
  int a, b = 0;
  if (scanf("%d", &a) != 1) return 0;
#ifdef SECOND
  assert(scanf("%d", &b) != 1 || a != b);
#else
  int c = getchar();
#ifdef LETTER
  assert(c != 'x');
#else
  assert(c < '0' || c > '9');
#endif
#endif
  return 0;
}
