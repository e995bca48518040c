// A static whose address stays inside is not changed by unknown functions.
//@ verdict: proved
//@ args: --entry f
//@ data-model: lp64
#include <assert.h>
static int a[2];
void unknown(void);
void f(void) {
  a[1] = 1;
  unknown();
  assert(a[1] == 1);
}
