// A handler that `sigaction` sets is the one that runs.
//@ verdict: violated
//@ reason: assertion
//@ with SAFE: proved unknown
//@ with IGNORED: proved unknown
#include <assert.h>
#include <signal.h>
#include <string.h>
static int n;
static void handler(int s) { n = s; }
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
#ifdef IGNORED
  action.sa_handler = SIG_IGN;
#else
  action.sa_handler = handler;
#endif
  if (sigaction(SIGUSR1, &action, 0) != 0)
    return 0;
  raise(SIGUSR1);
#ifdef SAFE
  assert(n == SIGUSR1);
#else
  assert(n == 0);
#endif
  return 0;
}
