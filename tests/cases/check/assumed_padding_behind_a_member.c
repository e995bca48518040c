// A pointer to a member may walk into the padding behind it, which compilers need not copy.
//@ verdict: proved
//@ says: padding, and the bytes of a union
//@ with UNION: proved
//@ with INDEX: proved
#include <assert.h>
#ifdef UNION
union pair {
  char text[4];
  short half;
  int all;
};
static union pair made;
static int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}
int main(void) {
  made.half = 0x4141;
  return length(made.text) == 2 ? 0 : 1;
}
#else
struct pair {
  char c;
  int i;
};
struct table {
  char c[2];
  int i;
};
static struct pair from, to;
static struct table some, other;
static int second(const char *s) { return s[1]; }
int main(void) {
#ifdef INDEX
  some.c[0] = 'a';
  some.c[1] = 'b';
  other = some;
  int n = 0;
  while (other.c[n]) n++;
  return 0;
#else
  from.c = 'a';
  from.i = -1;
  to = from;
  assert(second(&to.c) == 0);
  return 0;
#endif
}
#endif
