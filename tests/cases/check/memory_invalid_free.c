//@ verdict: violated
//@ reason: invalid-free
//@ with SAFE: proved
//@ args: --checks invalid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, *p = malloc(10), *q = p;
  if (__VERIFIER_nondet_int() == 5) q = &x;
#ifdef SAFE
  if (q == p)
#endif
    free(q);
  return 0;
}
