// Something may lie behind it.
//@ verdict: violated unknown
//@ with LENGTH: proved unknown
//@ args: --checks assertions
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = dprintf(7, "h");
#ifdef LENGTH
  assert(n == 1 || n == -1);
#else
  assert(n < 0);
#endif
  return 0;
}
