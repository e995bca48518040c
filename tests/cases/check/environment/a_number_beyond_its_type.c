// A number that does not fit gives the greatest or the least one, and an error.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks assertions --engine panda
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
int main(void) {
  long n = 0;
  errno = 0;
  if (scanf("%ld", &n) != 1) return 0;
#ifdef WRONG
  assert(errno == 0);
#else
  assert(errno == 0 || n == LONG_MAX || n == LONG_MIN);
#endif
  return 0;
}
