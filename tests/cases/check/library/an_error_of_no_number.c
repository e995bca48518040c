// POSIX lets strtol set EINVAL where there is no number; glibc does not.
//@ verdict: proved unknown
//@ says: errno of strtol
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  strtol("", 0, 10);
  assert(errno == 0);
  return 0;
}
