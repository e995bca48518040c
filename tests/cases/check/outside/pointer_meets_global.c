// A pointer from outside may lead to a global that other files can name, also through a name
// that only the linker sees.
//@ verdict: violated
//@ args: --entry f
//@ with EXTERN: violated
//@ with READ: violated
//@ with ALIAS: violated
#include <assert.h>
#if defined EXTERN
extern int g;
#elif defined ALIAS
static int g;
extern int other __attribute__((alias("g")));
#else
int g;
#endif
int f(int *p) {
#ifdef READ
  if (!p) return 0;
  int before = *p;
  g++;
  assert(*p == before);
  return 0;
#else
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
#endif
}
