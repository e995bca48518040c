// A variadic constructor has parameters, too.
//@ verdict: unknown
//@ reason: constructor with parameters (`first`)
#include <assert.h>
int x;
__attribute__((constructor)) static void first(int n, ...) { x = n; }
int main(void) {
  assert(x >= 0);
  return 0;
}
