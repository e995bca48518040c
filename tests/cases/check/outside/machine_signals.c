// That no signal arrives is printed where the program expects one.
//@ verdict: proved
//@ says: no signals arrive
//@ data-model: lp64
#include <assert.h>
#include <signal.h>
static int n;
static void handler(int s) { n = s; }
int main(void) {
  signal(SIGINT, handler);
  assert(n == 0);
  return 0;
}
