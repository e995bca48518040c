// What no other file can name is met by no pointer from outside.
//@ verdict: proved
//@ with STATIC_LOCAL: proved
//@ with LOCAL: proved
//@ args: --entry f
//@ data-model: lp64
#include <assert.h>
#if !defined STATIC_LOCAL && !defined LOCAL
static int g;
#endif
int f(int *p) {
#if defined STATIC_LOCAL
  static int g;
#elif defined LOCAL
  int g;
#endif
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
