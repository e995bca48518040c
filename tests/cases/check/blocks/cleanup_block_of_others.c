// That as many blocks are freed as are allocated says nothing if they may be others.
//@ verdict: unknown violated
//@ args: --checks +cleanup
#include <stdlib.h>
extern char *give(void);
int main(void) {
  char *p = malloc(1);
  *p = 1;
  free(give());
  return 0;
}
