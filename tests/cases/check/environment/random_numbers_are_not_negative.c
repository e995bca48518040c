//@ verdict: proved
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(rand() >= 0);
  return 0;
}
