// It does not go backwards; the time of day may.
//@ verdict: proved unknown
//@ with SET: violated
#include <assert.h>
#include <time.h>
#ifdef SET
#define CLOCK CLOCK_REALTIME
#else
#define CLOCK CLOCK_MONOTONIC
#endif
int main(void) {
  struct timespec a, b;
  if (clock_gettime(CLOCK, &a) || clock_gettime(CLOCK, &b)) return 0;
  assert(b.tv_sec >= a.tv_sec);
  return 0;
}
