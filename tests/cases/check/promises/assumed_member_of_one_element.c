// An array of one element, or none, with members behind it stands for no more.
//@ verdict: proved
//@ says: an index of an array in a structure
//@ with ELEMENT: proved
//@ with NONE: proved
#include <assert.h>
struct T {
  int n;
#ifdef NONE
  int a[0];
  int b;
#else
  int a[1];
#endif
};
struct S {
  struct T t;
  int b;
};
#if defined(ELEMENT)
static int f(struct T *t, int i) {
  t[1].n = 1;
  t[0].a[i] = 5;
  return t[1].n;
}
#elif defined(NONE)
static int f(struct T *t, int i) {
  t->b = 1;
  t->a[i - 1] = 5;
  return t->b;
}
#else
static int f(struct S *s, int i) {
  s->b = 1;
  s->t.a[i] = 5;
  return s->b;
}
#endif
int main(void) {
#ifdef ELEMENT
  struct T s[2];
  assert(f(s, 1) == 5);
#elif defined(NONE)
  struct T s;
  assert(f(&s, 1) == 5);
#else
  struct S s;
  assert(f(&s, 1) == 5);
#endif
  return 0;
}
