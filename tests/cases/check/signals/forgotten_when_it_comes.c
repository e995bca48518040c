// Without the extensions of GNU and BSD a handler is forgotten when its signal comes.
//@ verdict: proved unknown
//@ with WRONG: violated
//@ args: --std c99
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <signal.h>
static void note(int n) { (void)n; }
int main(void) {
  signal(SIGUSR1, note);
  raise(SIGUSR1);
#ifdef WRONG
  assert(signal(SIGUSR1, SIG_DFL) == note);
#else
  assert(signal(SIGUSR1, SIG_DFL) == SIG_DFL);
#endif
  return 0;
}
