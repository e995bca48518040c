// An operand that ends the program hides that the other one faults.
//@ verdict: proved
//@ says: from left to right
//@ says: assumed_order_exit.c:15:
#include <stdlib.h>
static int leave(void) { _Exit(0); }
static int both(int a, int b) { return a == b; }
int main(int argc, char **argv) {
  int x = argc;
  // A number without an address, so that nothing is changed or read.
  if (x > 3)
    x = 0;
  else
    return 0;
  return both(leave(), 10 / x);
}
