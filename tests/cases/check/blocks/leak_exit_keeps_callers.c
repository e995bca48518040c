// Where exit is called, what the callers' variables lead to is still there: left, but not lost.
//@ verdict: unknown
//@ args: --checks +leak --engine dash
//@ with LOST: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void leave(void) { exit(1); }
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
#ifdef LOST
    p = 0;
#endif
    leave();
  }
  free(p);
  return 0;
}
