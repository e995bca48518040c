// Tests show the fault; an engine that needs none may also prove that no assertion fails behind
// it, or give up. None ends in an internal error.
//@ verdict: violated
//@ args: --entry entry
//@ engines: auto dash
#include <assert.h>
static int h(int *p) {
  return *p;
}
void entry(int *p) {
  h(p);
  assert(p);
}
