// A pointer to something const is read as another one inside a structure.
//@ verdict: proved
//@ says: what is declared const keeps its value (`x`), though pointers lose a const
//@ with COPIED: proved
//@ with CAST: proved
#include <assert.h>
#include <string.h>
struct reader {
  const int *p;
};
struct writer {
  int *p;
};
union both {
  struct reader r;
  struct writer w;
};
int main(void) {
  const int x = 5;
#ifdef COPIED
  struct reader r = {&x};
  struct writer w;
  memcpy(&w, &r, sizeof w);
  *w.p = 6;
#elif defined(CAST)
  struct reader r = {&x};
  *((struct writer *)&r)->p = 6;
#else
  union both u;
  u.r.p = &x;
  *u.w.p = 6;
#endif
  assert(x == 6);
  return 0;
}
