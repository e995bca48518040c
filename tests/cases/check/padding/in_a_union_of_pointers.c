// A pointer to the structure is read as one to bytes.
//@ verdict: proved
//@ says: padding, and the bytes of a union
//@ with STORED: proved
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
union pointer {
  struct S *s;
  unsigned char *b;
};
int main(void) {
  prepare();
#ifdef STORED
  struct S *p = &t;
  unsigned char *q = *(unsigned char **)&p;
  assert(q[1] == 0);
#else
  union pointer u;
  u.s = &t;
  assert(u.b[1] == 0);
#endif
  return 0;
}
