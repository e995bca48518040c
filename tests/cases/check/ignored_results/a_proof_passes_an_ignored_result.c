//@ verdict: proved
//@ engines: dash
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int h(int *p, int n) {
  return *p / n;
}
int main(void) {
  int x = 4;
  unsigned n = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_uint()) {
    h(&x, n | 1);
    assert(x == 4);
  }
  return 0;
}
