//@ verdict: violated
//@ reason: double-free
//@ with SAFE: proved
//@ args: --checks memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(10);
  if (__VERIFIER_nondet_int()) {
    free(p);
#ifdef SAFE
    p = 0;
#endif
  }
  free(p);
  return 0;
}
