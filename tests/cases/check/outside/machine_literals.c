// That constant compound literals share no memory is printed.
//@ verdict: proved
//@ says: constant compound literals are objects of their own
//@ data-model: lp64
#include <assert.h>
int main(void) {
  const int *p = (const int[]){1};
  assert(*p == 1);
  return 0;
}
