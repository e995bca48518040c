// An allocation that may fail, and nobody looks.
//@ verdict: violated
//@ reason: null-dereference
//@ args: --checks malloc-null
//@ with SAFE: proved
//@ says-not: memory allocation succeeds
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
#ifdef SAFE
  if (!p) return 1;
#endif
  *p = 3;
  int n = *p;
  free(p);
  return n != 3;
}
