// hatha_valid and hatha_fresh in code.
//@ args: --entry f --checks assertions
//@ verdict: proved
//@ with WRONG: violated
#include <hatha.h>
int f(int *p, unsigned n) {
  hatha_assume(hatha_valid(p, n * sizeof *p) && n > 2 && n < 9);
  int *q = hatha_fresh(4 * sizeof *q);
  q[3] = 1;
#ifdef WRONG
  q[n] = p[n - 1];
#else
  q[n & 3] = p[n - 1];
#endif
  free(q);
  return p[0];
}
