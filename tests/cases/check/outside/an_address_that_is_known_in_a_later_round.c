// What a function without a body is given in one round it may use in the next, though it knew nothing
// behind the cut that covers the rounds.
//@ verdict: unknown violated
//@ args: --checks assertions --timeout 10
//@ engines: auto panda
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void take(unsigned long);
static int x;
int main(void) {
  unsigned long k = 0;
  while (__VERIFIER_nondet_int()) {
    take(k);
    assert(x == 0);
    k = (unsigned long)&x;
  }
  return 0;
}
