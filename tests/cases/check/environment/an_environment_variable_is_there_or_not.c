//@ verdict: proved
//@ args: --checks assertions
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *s = getenv("X");
  int d = s ? 1 : 0;
  assert(d < 2);
  return 0;
}
