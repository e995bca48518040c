//@ verdict: proved unknown
//@ data-model: lp64
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  if (setenv("X", "v", 1) == 0) {
    char *s = getenv("X");
    assert(s && strcmp(s, "v") == 0);
  }
  return 0;
}
