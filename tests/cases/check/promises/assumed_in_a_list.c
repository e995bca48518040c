// An attribute behind several declarators is about any of them.
//@ verdict: proved
//@ says: (`nonnull` at
//@ with COPIED: proved
#include <assert.h>
#ifdef COPIED
static int f(int *p) __attribute__((nonnull));
static int g(int *p) __attribute__((copy(f)));
static int f(int *p) { return *p; }
static
#else
int unused(void), (g)(int *) __attribute__((nonnull));
#endif
int(g)(int *p) {
  return p == 0;
}
int main(void) {
  int *volatile none = 0;
  assert(g(none) == 1);
  return 0;
}
