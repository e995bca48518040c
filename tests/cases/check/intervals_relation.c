// A relation between two variables is more than ranges can say.
//@ verdict: unknown
//@ reason: ranges alone do not exclude the failure
//@ engines: intervals
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0) return 0;
  while (i < n) i++;
  assert(i == n);
  return 0;
}
