//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(c != 'x');
  return 0;
}
