// Functions of <math.h> do not interfere: the order in which they are called makes no difference.
//@ verdict: proved unknown
//@ says-not: left to right
#include <assert.h>
#include <math.h>
int main(void) {
  double x = 0.5, y = sin(x) * sin(x);
  assert(y <= 1.0);
  return 0;
}
