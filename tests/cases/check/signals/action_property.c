// The same where the question is a call.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
//@ reason: reach-error
//@ with SAFE: proved unknown
#include <signal.h>
extern void reach_error(void);
static void handler(int s) {
#ifdef SAFE
  if (s != SIGUSR1)
#endif
    reach_error();
}
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  return 0;
}
