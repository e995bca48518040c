// Constructors and destructors without parameters run, with a prototype or without one.
//@ verdict: proved
#include <assert.h>
static int x;
__attribute__((constructor)) static void first() { x++; }
__attribute__((constructor)) static void second(void) { x++; }
__attribute__((destructor)) static void last() { assert(x == 3); }
__attribute__((destructor)) static void very_last(void) { assert(x == 3); }
int main(void) {
  x++;
  assert(x == 3);
  return 0;
}
