// The way out after an error forgets the first block.
//@ verdict: violated
//@ args: --checks +leak
//@ reason: leak
//@ with FREED: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  char *a = malloc(4);
  char *b = malloc(8);
  a[0] = b[0] = 1;
  if (n == 12) {
#ifdef FREED
    free(a);
#endif
    free(b);
    return -1;
  }
  free(b);
  free(a);
  return 0;
}
int main(void) { return work(__VERIFIER_nondet_int()) < 0; }
