// A relation between two variables: i <= n in the loop.
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
#ifndef WRONG
  if (n < 0) return 0;
#endif
  while (i < n) i++;
  assert(i == n);
  return 0;
}
