// Nobody outside has a pointer to a static whose address stays inside.
//@ verdict: proved unknown
//@ with MEMSET: proved unknown
//@ with CALL: proved unknown
//@ with LOCAL: proved unknown
//@ args: --entry f
//@ engines: all
//@ data-model: lp64
#include <assert.h>
#include <string.h>
static struct S {
  int a, b;
} s;
#ifdef CALL
static int sum(struct S *q) { return q->a + q->b; }
#endif
void f(int *p) {
  if (!p) return;
#if defined MEMSET
  memset(&s, 0, sizeof s);
#elif defined CALL
  if (sum(&s) > 0) return;
#elif defined LOCAL
  static struct S *const own = &s;
  if (own->a) return;
#endif
  s.b = 1;
  *p = 2;
  assert(s.b == 1);
}
