// Items are moved by memcpy instead of memmove, if there is more than one.
//@ verdict: violated
//@ reason: overlap
//@ with SAFE: proved
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int items[8];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
#ifdef SAFE
  memmove(items + 1, items, n * sizeof *items);
#else
  memcpy(items + 1, items, n * sizeof *items);
#endif
  return items[0];
}
