// The first tests do not run into the fault: the check of the proof finds it.
//@ verdict: violated
//@ reason: out-of-bounds
//@ engines: auto dash synergy panda dart
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {0}, seen = 0;
  int x = __VERIFIER_nondet_int();
  if (x == 1234) a[x] = 1;
  if (x > 5) seen = 1;
  assert(seen < 2);
  return 0;
}
