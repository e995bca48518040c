// As many blocks are freed as are allocated; free of null frees none.
//@ verdict: proved
//@ args: --checks +cleanup
//@ with WRONG: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int() > 4) p = malloc(4);
#ifdef WRONG
  if (__VERIFIER_nondet_int() > 5)
#endif
    free(p);
  free(0);
  return 0;
}
