// Indices whose shape says that they stay inside, an array that is no member, and a pointer.
//@ verdict: proved
//@ says-not: an index of an array
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static struct S { int a[8]; unsigned char of[256]; int b; } s;
static int whole[8];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  s.a[n & 7] = 1;
  s.a[n % 8] = 2;
  s.a[7] = 3;
  s.of[(unsigned char)n] = 1;
  for (int i = 0; i < 8; i++) whole[i] = 1;
  int *p = s.a, *end = &s.a[8];
  while (p != end) *p++ = 0;
  assert(s.b == 0);
  return 0;
}
