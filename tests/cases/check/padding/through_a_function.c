// What a function, or memcpy, gives back is the same address.
//@ verdict: proved
//@ says: padding, and the bytes of a union
#include <assert.h>
#include <string.h>
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
static void prepare(void) {
  memset(&s, 0, sizeof s);
  memset(&t, 0xff, sizeof t);
  copy(&t, &s, 1);
}
static void *same(void *p) { return p; }
int main(void) {
  prepare();
  struct S u;
  unsigned char *q = same(&t);
  unsigned char *r = memcpy(&u, &t, 8);
  assert(q[1] == 0 && r[1] == 0);
  return 0;
}
