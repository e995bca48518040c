// A structure is assigned to one that it overlaps in part; compilers copy in any order.
//@ verdict: violated
//@ reason: overlap
//@ natively: natively the same | cannot be seen natively
//@ with SAME: proved
//@ with APART: proved
//@ with UNION: violated
//@ with MEMBERS: proved
//@ with INDEX: violated
//@ with ELEMENTS: proved
//@ with CHOSEN: violated
//@ with VALUE: proved
//@ with KEPT: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct S { char a[40]; };
union U {
  struct { char x[8]; struct S s; } a;
  struct { struct S s, t; } both;
  struct S t;
};
static union U u;
static struct S all[4];
static char b[120];
struct pair { struct S s; int n; };
static struct pair made(const struct S *p) { struct pair r = {*p, 1}; return r; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4, m = __VERIFIER_nondet_uint() % 4;
  struct S *p = (struct S *)(b + 8), *q = (struct S *)b;
#ifdef SAME
  if (n) p = q;
  else p = (struct S *)(b + 40);
  *p = *q;
#elif defined APART
  p = (struct S *)(b + 40 + 8 * n);
  *p = *q;
#elif defined UNION
  u.a.s = u.t;
#elif defined MEMBERS
  u.both.t = u.both.s;
  u.both.s = u.t;
#elif defined INDEX
  *(struct S *)(b + 20 * n) = *(struct S *)(b + 20 * m);
#elif defined ELEMENTS
  all[n] = all[m];
#elif defined CHOSEN
  struct S s = {{1}};
  *p = n ? s : *q;
#elif defined VALUE
  *p = made(q).s;
#elif defined KEPT
  struct S s = *q;
  *p = s;
#else
  b[16] = 3;
  *p = *q;
  assert(b[24] == 3);
#endif
  return 0;
}
