//@ verdict: violated
//@ args: --checks assertions
//@ natively: cannot be set from outside
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  printf("ab");
  assert(!ferror(stdout));
  return 0;
}
