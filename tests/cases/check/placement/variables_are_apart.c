// What C promises is proved.
//@ verdict: proved
//@ engines: panda
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  static int a, b;
  int *p = &a, *q = &b;
  assert(p != q);
  return 0;
}
