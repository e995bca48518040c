// __builtin_assume_aligned does not ask whether it is.
//@ verdict: proved
//@ says: (`__builtin_assume_aligned` at
#include <assert.h>
char b[64];
int main(void) {
  char *p = __builtin_assume_aligned(b + 1, 16);
  assert(p == b + 1);
  return 0;
}
