// A block that a global leads to when the program ends is not lost, but left.
//@ verdict: proved
//@ args: --checks +leak --engine panda
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 3;
  return 0;
}
