// Tests show the fault; an engine that needs none may also prove that no assertion fails behind
// it, or give up. None ends in an internal error.
//@ verdict: proved violated unknown
//@ args: --entry entry
//@ engines: synergy cegar panda
#include <assert.h>
int ext(int n);
int g;
static int h(void) {
  return g;
}
void entry(int **d) {
  ext(0);
  h();
  assert(**d == 9);
}
