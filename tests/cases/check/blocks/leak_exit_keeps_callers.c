// Where exit is called, what the callers' variables lead to is still there: left, but not lost.
//@ verdict: unknown proved
//@ args: --checks +leak
//@ with LOST: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void lose(void) {
  char *q = malloc(2);
  q[0] = 1;
}
static void leave(void) { exit(1); }
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
#ifdef LOST
    lose();
#endif
    leave();
  }
  free(p);
  return 0;
}
