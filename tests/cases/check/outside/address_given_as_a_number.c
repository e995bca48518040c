// Unknown code may keep an address that it was given as a number, and use it later.
//@ verdict: unknown violated
//@ args: --entry f
#include <assert.h>
#include <stdint.h>
void keep(uintptr_t);
void tick(void);
void f(void) {
  int x = 1;
  keep((uintptr_t)&x);
  x = 2;
  tick();
  assert(x == 2);
}
