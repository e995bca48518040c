//@ verdict: violated
//@ natively: cannot be set from outside
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("out", "w");
  assert(f);
  return 0;
}
