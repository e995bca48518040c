// What is assumed about functions without a body is printed.
//@ verdict: proved
//@ says: start no threads and call nothing back
//@ says: the state inside the C library
//@ data-model: lp64
#include <assert.h>
void unknown(void);
static int g;
int main(void) {
  g = 1;
  unknown();
  assert(g == 1);
  return 0;
}
