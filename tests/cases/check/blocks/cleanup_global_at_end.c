// A block that a global leads to when the program ends is not freed.
//@ verdict: violated
//@ args: --checks +cleanup
//@ reason: cleanup
//@ with FREED: proved
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 3;
#ifdef FREED
  free(kept);
#endif
  return 0;
}
