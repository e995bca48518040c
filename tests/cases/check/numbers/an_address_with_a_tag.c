// A tag in the low bits goes, and the pointer leads where it did: no path is left over.
//@ verdict: unknown
//@ reason: the program looks at addresses, and tests had one layout of memory
//@ engines: dart
//@ data-model: lp64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int g;
int main(void) {
  unsigned long tagged = (unsigned long)&g | (__VERIFIER_nondet_int() != 0);
  int *p = (int *)(tagged & ~1ul);
  *p = 7;
  assert(g == 7);
  return 0;
}
