// A block has the size that was asked for.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000) return 0;
  int *p = malloc(n * sizeof(int));
#ifdef WRONG
  for (unsigned i = 0; i <= n; i++) p[i] = 0;
#else
  for (unsigned i = 0; i < n; i++) p[i] = 0;
#endif
  free(p);
  return 0;
}
