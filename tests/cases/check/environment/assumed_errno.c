//@ verdict: proved unknown
//@ says: leave errno as it is
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <errno.h>
int main(void) {
  errno = 0;
  extern int puts(const char *);
  puts("");
  return 0;
}
