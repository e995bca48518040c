// A block that cannot grow stays what it is.
//@ verdict: proved
//@ args: --checks malloc-null
//@ with WRONG: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  if (!p) return 0;
  p[0] = 7;
  char *q = realloc(p, 4);
#ifdef WRONG
  p = q;
#else
  if (q) p = q;
#endif
  assert(p[0] == 7);
  free(p);
  return 0;
}
