//@ verdict: proved unknown
//@ says: local time is UTC
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <time.h>
int main(void) {
  time_t t = 0;
  localtime(&t);
  return 0;
}
