// Whether functions of <math.h> set errno is up to the library (math_errhandling).
//@ verdict: proved unknown
//@ says: leave errno as it is
//@ with ILOGB: proved unknown
//@ with LOG: proved unknown
#include <assert.h>
#include <errno.h>
#include <math.h>
int main(void) {
  volatile double x = 0;
  errno = 0;
#ifdef ILOGB
  (void)ilogb(x);
#elif defined(LOG)
  (void)log(x);
#else
  (void)sqrt(x - 1);
#endif
  assert(errno == 0);
  return 0;
}
