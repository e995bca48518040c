// The order of evaluation makes no difference: nothing is assumed.
//@ verdict: proved
//@ says-not: assuming
#include <assert.h>
static int twice(int x) { return 2 * x; }
int main(void) {
  assert(twice(1) + twice(2) == 6);
  return 0;
}
