// A pointer into a block, and one at its end, lead to it.
//@ verdict: unknown proved
//@ args: --checks +leak
//@ with LOST: violated
#include <stdlib.h>
static char *inside, *end;
int main(void) {
  char *p = malloc(8);
  inside = p + 3;
  char *q = malloc(2);
  end = q + 2;
#ifdef LOST
  end = 0;
#endif
  return 0;
}
