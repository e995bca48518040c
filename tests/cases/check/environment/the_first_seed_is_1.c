//@ verdict: proved unknown
//@ args: --timeout 10
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int a = rand();
  srand(1);
  assert(a == rand());
  return 0;
}
