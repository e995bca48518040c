// What lround gives beyond long is open, and no fault.
//@ verdict: unknown
//@ with INSIDE: proved unknown
#include <assert.h>
#include <math.h>
int main(void) {
#ifdef INSIDE
  volatile double x = 0x1p30 + 0.5;
  assert(lround(x) == 0x40000001 && llround(-x) == -0x40000001ll);
  x = -0x1p31;
  assert(lrint(x) < 0);
#else
  volatile double x = 1e30;
  return lround(x) == 0;
#endif
  return 0;
}
