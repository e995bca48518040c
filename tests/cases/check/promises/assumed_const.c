// Calls of a function with the attribute `const` are joined.
//@ verdict: proved
//@ says: (`const` of `f`)
#include <assert.h>
static int x;
static int __attribute__((noinline, const)) f(int s) { return x; }
int main(void) {
  int a = f(1);
  x = 5;
  int b = f(1);
  assert(a == 0 && b == 5);
  return 0;
}
