//@ verdict: proved unknown
//@ says: no signals arrive but those that the program raises
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <signal.h>
int main(void) {
  signal(2, SIG_IGN);
  return 0;
}
