// So with the padding of a structure that is assigned as a whole, and seen by memcmp.
//@ verdict: proved unknown
//@ says: assuming that padding, and the bytes of a union
#include <assert.h>
#include <string.h>
struct pair { char c; int i; };
int main(void) {
  struct pair a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 1, sizeof b);
  b = a;
  assert(memcmp(&a, &b, sizeof a) == 0);
  return 0;
}
