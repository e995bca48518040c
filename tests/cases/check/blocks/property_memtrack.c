// The property of the competition: every block can be reached until it is freed.
//@ verdict: violated
//@ args: --property valid-memtrack.prp
//@ reason: leak
//@ with FREED: proved
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
#ifdef FREED
  free(p);
#endif
  return 0;
}
