// A block of malloc holds nothing.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p) return 0;
  p[0] = 1;
#ifdef SAFE
  p[1] = 2;
#endif
  int sum = p[0] + p[1] > 2;
  free(p);
  if (sum) return 1;
  return 0;
}
