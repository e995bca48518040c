// What is no terminal may be no open descriptor either. A negative number is none.
//@ verdict: violated unknown
//@ with NEGATIVE: proved unknown
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
#ifdef NEGATIVE
  assert(!isatty(-1));
#else
  assert(isatty(57) || errno != EBADF);
#endif
  return 0;
}
