// A pointer among variable arguments is what the function takes it for.
//@ verdict: proved
//@ says: padding, and the bytes of a union
#include <stdarg.h>
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
static int second(int n, ...) {
  va_list l;
  va_start(l, n);
  unsigned char *q = va_arg(l, unsigned char *);
  va_end(l);
  return q[1];
}
int main(void) {
  prepare();
  assert(second(1, (void *)&t) == 0);
  return 0;
}
