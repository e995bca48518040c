// The property of the competition: every block is freed before the program ends.
//@ verdict: violated
//@ args: --property valid-memcleanup.prp
//@ reason: cleanup
//@ with FREED: proved
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
#ifdef FREED
  free(kept);
#endif
  return 0;
}
