// gcc leaves out calls of a pure function whose result nobody uses, without optimisation, too.
//@ verdict: proved
//@ says: (`malloc` of `g`, `pure` of `f`)
#include <assert.h>
static int x;
[[gnu::pure]] static int f(int s) {
  x++;
  return 1;
}
static int *__attribute__((malloc)) g(int *s) { return s; }
int main(void) {
  f(1);
  f(2);
  assert(x == 2);
  int y = 1;
  *g(&y) = 2;
  assert(y == 2);
  return 0;
}
