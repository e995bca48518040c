// A pointer that is copied byte by byte leads to its block.
//@ verdict: unknown proved
//@ args: --checks +leak
#include <stdlib.h>
static unsigned char bytes[2 * sizeof(char *)];
int main(void) {
  char *p = malloc(8);
  unsigned char *from = (unsigned char *)&p;
  for (unsigned i = 0; i < sizeof p; i++) bytes[i + 3] = from[i];
  return 0;
}
