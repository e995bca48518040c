// A sum of two variables is more than differences can say.
//@ verdict: unknown
//@ reason: ranges and differences do not exclude the failure
//@ engines: intervals
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, k = 0;
  if (n < 0 || n > 1000) return 0;
  while (i + k < n) {
    if (__VERIFIER_nondet_int()) i++;
    else k++;
  }
  assert(i + k == n);
  return 0;
}
