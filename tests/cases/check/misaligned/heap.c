// A block of malloc is aligned, what is behind its first byte is not.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  char *block = malloc(16);
  if (!block) return 0;
#ifdef SAFE
  long long *p = (long long *)(block + 8);
#else
  long long *p = (long long *)(block + 1);
#endif
  *p = 5;
  free(block);
  return 0;
}
