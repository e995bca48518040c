// A block that grows is one block; one that shrinks to nothing is none.
//@ verdict: proved
//@ args: --checks +cleanup --engine panda
//@ with LEFT: violated
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  p = realloc(p, 9);
#ifndef LEFT
  p = realloc(p, 0);
#endif
  char *q = calloc(2, 2);
  q[0] = 1;
  free(q);
  return 0;
}
