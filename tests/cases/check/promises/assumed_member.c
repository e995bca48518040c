// An index that leaves a member changes the next one without optimisation, and not with it.
//@ verdict: proved
//@ says: an index of an array in a structure, or of a row of an array, stays in it or leads to what lies behind it, as without optimisation (see --checks +member)
#include <assert.h>
static struct S { int a[3]; int b; } s;
static int f(int i) {
  s.b = 1;
  s.a[i] = 2;
  return s.b;
}
int main(void) {
  assert(f(3) == 2);
  return 0;
}
