// That a new block lies where a freed one was does not make the old pointer valid.
//@ verdict: violated unknown
//@ with SAFE: proved
//@ args: --checks memory
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q;
  free(p);
  q = malloc(4);
#ifdef SAFE
  if (p == q) *q = 1;
#else
  if (p == q) *p = 1;
#endif
  free(q);
  return 0;
}
