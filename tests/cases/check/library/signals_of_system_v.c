// Functions that set handlers or hold signals back, and are not modelled.
//@ verdict: unknown
//@ with HELD: unknown
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
int main(void) {
#ifdef HELD
  sighold(SIGUSR1);
#else
  sigignore(SIGUSR1);
#endif
  raise(SIGUSR1);
  assert(0);
  return 0;
}
