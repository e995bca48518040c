// A flag that says whether a pointer may be followed.
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int ok = 0;
  int *p = 0;
  if (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    ok = 1;
  }
#ifdef WRONG
  ok = 1;
#endif
  while (__VERIFIER_nondet_int()) {
    if (ok) *p = 3;
  }
  if (ok) free(p);
  return 0;
}
