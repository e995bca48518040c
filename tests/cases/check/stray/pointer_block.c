// The same with a block and an index that is chosen.
//@ verdict: proved
//@ args: --checks +pointer
//@ with WRONG: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(8);
  int i = __VERIFIER_nondet_int();
#ifdef WRONG
  if (i < 0 || i > 9) return 0;
#else
  if (i < 0 || i > 8) return 0;
#endif
  char *q = p + i;
  return q == p;
}
