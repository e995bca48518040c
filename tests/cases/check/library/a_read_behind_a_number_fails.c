// A pipe that does not block may have no byte behind a number for now.
//@ verdict: proved
//@ says: where a number is looked for on standard input, no read fails behind the first byte of it
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  int x;
  errno = 0;
  if (scanf("%d", &x) != 1) return 0;
  assert(errno == 0 || errno == ERANGE);
  return 0;
}
