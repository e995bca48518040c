// Two blocks are told apart when one of them is freed.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory,-uninitialised
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = malloc(4), *q = malloc(5);
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) p[i & 3] = q[i % 5];
  free(p);
#ifdef WRONG
  p[0] = 1;
#else
  q[0] = 1;
#endif
  free(q);
  return 0;
}
