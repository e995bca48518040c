// The padding of an initialised structure is not known.
//@ verdict: violated unknown
#include <assert.h>
#include <string.h>
struct s { char c; int i; };
int main(void) {
  struct s a = {1, 2}, b = {1, 2};
  assert(memcmp(&a, &b, sizeof a) == 0);
  return 0;
}
