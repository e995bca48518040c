// Signal numbers that the library keeps, the one that only asks, and what cannot be a handler.
//@ verdict: proved
//@ with KEPT: violated
#include <assert.h>
#include <signal.h>
int main(void) {
#ifdef KEPT
  assert(signal(32, SIG_IGN) != SIG_ERR);
#endif
  assert(signal(33, SIG_IGN) == SIG_ERR);
  assert(raise(0) == 0);
  signal(SIGUSR1, SIG_ERR);
  assert(signal(SIGUSR1, SIG_DFL) == SIG_DFL);
  return 0;
}
