// The last pointer to a block is overwritten.
//@ verdict: violated
//@ args: --checks +leak
//@ reason: leak
//@ with FREED: proved
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
#ifdef FREED
  free(kept);
#endif
  kept = malloc(sizeof *kept);
  *kept = 3;
  free(kept);
  return 0;
}
