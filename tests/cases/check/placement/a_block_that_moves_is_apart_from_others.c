// What C promises is proved.
//@ verdict: proved
//@ engines: panda
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *r = malloc(4), *p = malloc(4);
  int *q = realloc(r, 8);
  assert(p != q);
  return 0;
}
