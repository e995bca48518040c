// A `_Bool` that comes from outside is 0 or 1.
//@ verdict: proved
//@ args: --entry f
//@ engines: auto dash panda
#include <assert.h>
void f(_Bool b) {
  if (b >> (b & 15)) assert(b == 0);
}
