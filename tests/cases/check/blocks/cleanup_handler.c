// A handler frees the block when main has returned.
//@ verdict: unknown
//@ args: --checks +cleanup
//@ with FORGOTTEN: violated
#include <stdlib.h>
static char *kept;
static void tidy(void) {
#ifndef FORGOTTEN
  free(kept);
#endif
}
int main(void) {
  atexit(tidy);
  kept = malloc(3);
  return 0;
}
