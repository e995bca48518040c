// A static whose address leaves the file may be met again, which the verdict says.
//@ verdict: violated
//@ args: --entry f
//@ says: `s`, which is static
//@ data-model: lp64
#include <assert.h>
static struct S {
  int a, b;
} s;
static int *kept;
int **held(void) {
  kept = &s.b;
  return &kept;
}
void f(int *p) {
  if (!p) return;
  s.b = 1;
  *p = 2;
  assert(s.b == 1);
}
