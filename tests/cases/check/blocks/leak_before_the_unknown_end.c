// A function without a body that does not return is an end, too: what is lost there is lost for ever.
//@ verdict: proved
//@ args: --checks assertions,leak
//@ with LOST: violated unknown
//@ with LEFT: unknown proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Noreturn void die(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = __VERIFIER_nondet_int();
  if (*p == 123456789) {
#ifdef LOST
    p = 0;
#elif !defined LEFT
    free(p);
#endif
    die();
  }
  free(p);
  return 0;
}
