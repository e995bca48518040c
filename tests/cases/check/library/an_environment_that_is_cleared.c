// No variable is set behind that; it is not modelled.
//@ verdict: unknown
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void) {
  clearenv();
  assert(!getenv("A"));
  return 0;
}
