// A pointer to bytes meets any global that other files can name.
//@ verdict: unknown violated
//@ args: --entry f
//@ with OWN: proved
#include <assert.h>
#ifdef OWN
static
#endif
short g;
void f(char *p) {
  if (!p) return;
  g = 0;
  *p = 1;
  assert(g == 0);
}
