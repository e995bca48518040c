// The headline says what was asked.
//@ verdict: proved
//@ args: --checks assertions
//@ reason: assertions hold; memory and arithmetic faults not checked
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) assert(x != 5);
  return 0;
}
