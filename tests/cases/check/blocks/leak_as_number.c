// A number that was made from an address may come back as one.
//@ verdict: unknown
//@ args: --checks +leak
#include <stdint.h>
#include <stdlib.h>
static uintptr_t hidden;
int main(void) {
  char *p = malloc(8);
  hidden = (uintptr_t)p ^ 0x5555;
  return 0;
}
