// A copy of a structure carries the address along: after realloc the other one dangles.
//@ verdict: violated
//@ with OWN: proved
//@ natively: the same
#include <stdlib.h>
struct s { int *d; };
int main(void) {
  struct s s;
  s.d = malloc(8);
#ifdef OWN
  s.d = realloc(s.d, 800);
  if (!s.d) return 0;
  s.d[199] = 1;
  free(s.d);
#else
  struct s t = s;
  t.d = realloc(t.d, 800);
  if (!t.d) return 0;
  s.d[0] = 1;
  free(t.d);
#endif
  return 0;
}
