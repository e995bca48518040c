// At most what was asked for is left, and it is told after a signal alone.
//@ verdict: proved unknown
//@ with REFUSED: violated unknown
#include <assert.h>
#include <time.h>
int main(void) {
#ifdef REFUSED
  struct timespec wanted = {0, 1000000000}, left;
  if (nanosleep(&wanted, &left) < 0 && left.tv_sec > 3) return 1;
#else
  struct timespec wanted = {2, 5}, left = {0, 0};
  if (nanosleep(&wanted, &left) < 0) assert(left.tv_sec <= 2);
#endif
  return 0;
}
