//@ verdict: proved unknown
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
int main(void) {
  if (getenv("X")) {
    char *s = getenv("X");
    assert(s != 0);
  }
  return 0;
}
