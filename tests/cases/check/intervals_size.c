// An index against the size of a block that is computed from a variable.
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(n * sizeof *p);
#ifdef WRONG
  for (int i = 0; i <= n; i++) p[i] = i;
#else
  for (int i = 0; i < n; i++) p[i] = i;
#endif
  free(p);
  return 0;
}
