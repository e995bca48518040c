// Tests show the fault; an engine that needs none may also prove that no assertion fails behind
// it, or give up. None ends in an internal error.
//@ verdict: violated
//@ engines: auto dash
//@ args: --checks assertions
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int h(void) {
  int x;
  return x;
}
int main(void) {
  h();
  assert(__VERIFIER_nondet_uint() != 9);
  return 0;
}
