// A program that is aborted ends without freeing its blocks.
//@ verdict: violated
//@ args: --property valid-memcleanup.prp
//@ reason: cleanup-on-failure
//@ with FREED: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(3);
  p[0] = 1;
  if (__VERIFIER_nondet_int() == 3) {
#ifdef FREED
    free(p);
#endif
    abort();
  }
  free(p);
  return 0;
}
