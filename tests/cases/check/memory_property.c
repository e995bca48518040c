//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ with LEAK: violated
//@ with FREED: proved
//@ args: --property valid-memsafety.prp
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int(), *p = a;
#if defined LEAK || defined FREED
  p = malloc(16);
#endif
#if defined SAFE || defined LEAK || defined FREED
  if (i < 0 || i > 3) i = 0;
#else
  if (i < 0 || i > 4) return 0;
#endif
  p[i] = 2;
#ifdef FREED
  free(p);
#endif
  if (i == 2) reach_error();
  return 0;
}
