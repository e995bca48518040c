// Structures that are copied and compared member by member: nobody sees padding.
//@ verdict: proved
//@ says-not: padding
#include <assert.h>
struct S {
  char c;
  int i;
};
static struct S s, t;
int main(void) {
  s.c = 1;
  s.i = 2;
  struct S l = s;
  l.i += 1;
  t = l;
  assert(t.i == 3 && t.c == 1);
  return 0;
}
