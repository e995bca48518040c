// A signal that the program sends may be for itself; a mask of signals is not followed either.
//@ verdict: unknown
//@ with MASK: unknown
//@ data-model: lp64
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int s) { assert(0); }
int main(void) {
  signal(SIGUSR1, handler);
#ifdef MASK
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  raise(SIGUSR1);
#else
  kill(getpid(), SIGUSR1);
#endif
  return 0;
}
