// Without an option every fault is asked about, and the headline says what is left.
//@ verdict: proved
//@ reason: assertions hold; no arithmetic, memory or call fault can happen
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) assert(x != 5);
  return 0;
}
