// exit ends the program, too.
//@ verdict: violated
//@ args: --checks +cleanup
//@ reason: cleanup
//@ with FREED: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
#ifdef FREED
    free(p);
#endif
    exit(1);
  }
  free(p);
  return 0;
}
