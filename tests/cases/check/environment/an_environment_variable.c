//@ verdict: violated
//@ natively: natively the same
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *s = getenv("DEBUG");
  assert((s ? atoi(s) : 0) < 10);
  return 0;
}
