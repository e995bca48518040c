// The signal of a handler waits while it runs, which is not followed.
//@ verdict: unknown
//@ data-model: lp64
//@ with RESET: unknown
#include <assert.h>
#include <signal.h>
static int n;
static void handler(int s) {
  int before = ++n;
#ifdef RESET
  signal(s, SIG_DFL);
  raise(s);
  assert(0);
#else
  if (n < 2)
    raise(s);
  assert(n == before);
#endif
}
int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return 0;
}
