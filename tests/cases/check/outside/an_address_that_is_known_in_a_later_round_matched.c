// The same where states are matched; a number that never is an address changes nothing.
//@ verdict: proved
//@ with WRONG: unknown violated
//@ args: --checks assertions --match
//@ engines: panda
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void take(unsigned long);
static int x;
int main(void) {
  unsigned long k = __VERIFIER_nondet_ulong();
  while (__VERIFIER_nondet_int()) {
    take(k);
    assert(x == 0);
#ifdef WRONG
    k = (unsigned long)&x;
#else
    k = __VERIFIER_nondet_ulong();
#endif
  }
  return 0;
}
