// glibc leaves the error of a time zone that it does not find.
//@ verdict: proved unknown
//@ args: --timeout 10 --checks assertions
//@ says: local time is UTC, and to find that out leaves errno as it is
#include <errno.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  time_t t = 0;
  errno = 0;
  localtime(&t);
  if (errno) abort();
  return 0;
}
