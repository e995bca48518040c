// The parts of a complex number are operands.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_complex.c:15:
#include <assert.h>
static int g = 1;
static double up(void) { return ++g; }
static double twice(void) {
  g *= 2;
  return g;
}
int main(void) {
  // The imaginary part comes first in code of gcc.
  _Complex double z;
  z = up() + twice() * 1.0i;
  assert(__imag__ z == 4);
  return 0;
}
