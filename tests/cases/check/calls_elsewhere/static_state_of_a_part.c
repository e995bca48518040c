// An unknown function does not change what only this file can name, if no function of it can be called.
//@ verdict: proved
//@ args: --entry run --checks assertions
//@ says: functions without a body
//@ data-model: lp64
#include <assert.h>
static int state;
void run(void (*f)(int, int, int), int twice) {
  state = 1;
  if (f) f(1, 2, 3);
  assert(state == 1);
}
