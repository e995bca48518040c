// Results of the system that no world gives.
//@ verdict: proved
#include <assert.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  assert(getpid() > 0 && getpid() == getpid());
  assert(getuid() == getuid());
  int terminal = isatty(0);
  assert(terminal == 0 || terminal == 1);
  assert(clock() >= -1);
  assert(access("name", R_OK) <= 0);
  return 0;
}
