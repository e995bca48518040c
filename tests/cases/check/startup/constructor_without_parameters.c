// Constructors without parameters run, with a prototype or without one.
//@ verdict: proved
#include <assert.h>
static int x;
__attribute__((constructor)) static void first() { x++; }
__attribute__((constructor)) static void second(void) { x++; }
int main(void) {
  x++;
  assert(x == 3);
  return 0;
}
