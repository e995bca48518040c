// A flag under which plain bit-fields are unsigned is not understood, by name.
//@ verdict: unknown
//@ says: the flag `-funsigned-bitfields`
//@ args: --cflag -funsigned-bitfields
#include <assert.h>
struct { int small : 3; } s;
int main(void) {
  s.small = 7;
  assert(s.small == -1);
  return 0;
}
