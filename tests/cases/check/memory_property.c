//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ with LEAK: unknown
//@ args: --property valid-memsafety.prp
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int(), *p = a;
#ifdef LEAK
  p = malloc(16);
#endif
#if defined SAFE || defined LEAK
  if (i < 0 || i > 3) return 0;
#else
  if (i < 0 || i > 4) return 0;
#endif
  p[i] = 2;
  if (i == 2) reach_error();
  return 0;
}
