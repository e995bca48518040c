// gcc copies the members one by one, and the padding is read as bytes of another structure.
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
struct B {
  unsigned char b[8];
};
int main(void) {
  prepare();
  struct B b;
  memcpy(&b, &t, 8);
  assert(b.b[1] == 0);
  return 0;
}
