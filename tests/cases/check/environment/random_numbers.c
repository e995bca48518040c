//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(rand() != 5);
  return 0;
}
