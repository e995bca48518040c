// Not every engine finds the test, but none proves what does not hold.
//@ verdict: violated unknown
//@ with OPTIND: violated unknown
//@ with ERRNO: violated unknown
//@ args: --entry f --externals havoc
//@ engines: all
//@ data-model: lp64
#include <assert.h>
#ifdef OPTIND
#include <unistd.h>
#define g optind
#elif defined ERRNO
#include <errno.h>
#define g errno
#else
int g;
#endif
int f(int *p) {
  if (!p) return 0;
  g = 1;
  *p = 2;
  assert(g == 1);
  return 0;
}
