// Nothing of the kind is said where nobody writes such a byte as something else.
//@ verdict: proved
//@ says-not: _Bool
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct state { _Bool ok; int n; };
int main(void) {
  struct state *s = malloc(sizeof *s), t;
  memset(s, 0, sizeof *s);
  s->ok = 7;
  t = *s;
  assert(t.ok == 1);
  free(s);
  return 0;
}
