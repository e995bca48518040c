// The parent may ignore a signal, or block it; that it does not is printed.
//@ verdict: proved unknown
//@ says: none is ignored or blocked when it starts
//@ with SET: proved unknown
#include <assert.h>
#include <signal.h>
int main(void) {
#ifdef SET
  assert(signal(SIGHUP, SIG_DFL) != SIG_IGN);
#else
  raise(SIGTERM);
  assert(0);
#endif
  return 0;
}
