// Loops that count or walk through an object end: what lives meanwhile is not lost.
//@ verdict: proved
//@ args: --checks assertions,+leak
//@ with LOST: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  char *p = malloc(4);
  for (int i = 0; i < n; i++) p[i & 3] = 1;
  unsigned k = (unsigned)n;
  while (k--) p[0] = 2;
  const char *s = "text";
  while (*s) s++;
#ifdef LOST
  if (n == 77) return 1;
#endif
  free(p);
  return 0;
}
