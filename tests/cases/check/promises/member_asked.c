// The check says that indices stay inside.
//@ verdict: proved
//@ args: --checks +member
//@ says-not: an index of an array
#include <assert.h>
static struct S { int a[3]; int b; } s;
int main(void) {
  for (int i = 0; i < 3; i++) s.a[i] = i;
  assert(s.b == 0);
  return 0;
}
