//@ verdict: proved unknown
//@ says: memory allocation succeeds
//@ args: --timeout 5
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  free(malloc(4));
  return 0;
}
