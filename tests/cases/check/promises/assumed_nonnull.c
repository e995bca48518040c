// gcc removes the test for null.
//@ verdict: proved
//@ says: what attributes say of functions is so, as compilers take for granted (`nonnull` of `f`)
#include <assert.h>
__attribute__((noinline, nonnull)) static int f(char *p) {
  if (!p) return 0;
  return *p;
}
int main(void) {
  assert(f(0) == 0);
  return 0;
}
