// The block of a name that the library makes up is the program's: it counts, and to free it does not make up for another.
//@ verdict: violated
//@ says: is lost
//@ args: --checks assertions,+leak --environment closed
//@ with FREED: proved unknown
//@ with KEPT: violated
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *name = tempnam("/tmp", "a");
#ifndef KEPT
  free(name);
#endif
#ifndef FREED
  char *lost = malloc(1);
  lost = 0;
#endif
  return 0;
}
