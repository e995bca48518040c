// The check cannot be reached, because a fault comes before it: no vacuous proof.
//@ verdict: violated
//@ reason: division-by-zero
//@ engines: all
#include <assert.h>
int zero;
int main(void) {
  int n = 10 / zero;
  assert(n == 0);
  return 0;
}
