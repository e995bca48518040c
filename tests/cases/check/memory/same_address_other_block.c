// That two pointers are equal does not make the older one valid.
//@ verdict: violated
//@ says: dangling
//@ with OWN: proved
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  *q = 1;
#ifdef OWN
  if (p == q) *q = 2;
#else
  if (p == q) *p = 2;
#endif
  free(q);
  return 0;
}
