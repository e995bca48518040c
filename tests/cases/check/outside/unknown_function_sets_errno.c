// A function without a body may set what the library lets every file set.
//@ verdict: violated
//@ with OPTIND: violated
//@ data-model: lp64
#include <assert.h>
#include <errno.h>
#include <unistd.h>
#ifdef OPTIND
#define g optind
#else
#define g errno
#endif
void unknown(void);
int main(void) {
  g = 1;
  unknown();
  assert(g == 1);
  return 0;
}
