// C lets realloc to 0 bytes give null or a block: what glibc does is printed.
//@ verdict: proved
//@ says: where C leaves it open, the C library does what glibc does (realloc of 0 bytes)
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  p = realloc(p, 0);
  assert(p == 0);
  return 0;
}
