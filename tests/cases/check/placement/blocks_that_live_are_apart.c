// What C promises is proved.
//@ verdict: proved
//@ engines: panda
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  assert(p != q);
  return 0;
}
