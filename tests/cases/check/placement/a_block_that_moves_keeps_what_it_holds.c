// What C promises is proved.
//@ verdict: proved
//@ engines: panda
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  *p = 7;
  int *q = realloc(p, 8);
  assert(q[0] == 7);
  return 0;
}
