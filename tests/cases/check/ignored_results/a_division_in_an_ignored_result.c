// Tests show the fault; an engine that needs none may also prove that no assertion fails behind
// it, or give up. None ends in an internal error.
//@ verdict: violated
//@ engines: auto dash
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int h(int n) {
  return 10 / n;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  h(n);
  if (n == 0) assert(0);
  return 0;
}
