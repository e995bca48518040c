//@ verdict: proved
//@ args: --environment closed
//@ says: the environment is closed
//@ data-model: lp64
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("out", "w");
  assert(f);
  return 0;
}
