// A block is found again as bytes.
//@ verdict: proved
//@ says: padding, and the bytes of a union
#include <assert.h>
#include <stdlib.h>
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
int main(void) {
  prepare();
  struct S *p = malloc(sizeof *p);
  *p = t;
  unsigned char *q = realloc(p, 16);
  assert(q[1] == 0);
  return 0;
}
