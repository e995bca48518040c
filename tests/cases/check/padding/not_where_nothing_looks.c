// Structures that are copied and compared member by member: nobody sees padding.
//@ verdict: proved
//@ says-not: padding
#include <assert.h>
struct S {
  char c;
  int i;
};
static struct S s, t;
static void copy(struct S *to, struct S *from, int k) {
  struct S l = *from;
  l.i += k;
  *to = l;
}
int main(void) {
  s.c = 1;
  s.i = 2;
  copy(&t, &s, 1);
  assert(t.i == 3 && t.c == 1);
  return 0;
}
