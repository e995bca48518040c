// What realloc gives is another object; the old one is no more.
//@ verdict: violated
//@ with SAFE: proved unknown
//@ args: --checks memory
#include <stdlib.h>
int main(void) {
  char *p = malloc(2), *q = p;
  p = realloc(p, 9);
  p[8] = 1;
#ifndef SAFE
  q[0] = 1;
#else
  q = p;
#endif
  free(q == p ? p : q);
  return 0;
}
