//@ verdict: violated
//@ natively: cannot be set from outside
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = printf("ab");
  assert(n == 2);
  return 0;
}
