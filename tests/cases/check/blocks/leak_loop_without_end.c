// Whether the loop ends is not known: a block that lives meanwhile may be in use for ever.
//@ verdict: unknown
//@ args: --checks +leak --engine dash
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  while (__VERIFIER_nondet_int()) p[0] = 1;
  free(p);
  return 0;
}
