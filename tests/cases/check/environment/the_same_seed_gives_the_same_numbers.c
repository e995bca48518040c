//@ verdict: proved unknown
//@ args: --timeout 10
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(7);
  int a = rand();
  srand(7);
  assert(a == rand());
  return 0;
}
