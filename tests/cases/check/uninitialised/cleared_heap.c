// A block of calloc holds zeros.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
#ifdef SAFE
  char *p = calloc(1, 4);
#else
  char *p = malloc(4);
#endif
  if (!p) return 0;
  int c = p[2];
  free(p);
  if (c) return 1;
  return 0;
}
