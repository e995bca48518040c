// Without constants that can be written it does not matter that a const is cast away.
//@ verdict: proved
//@ says-not: declared const
#include <assert.h>
static const int table[2] = {1, 2};
int main(void) {
  const int k = 1;
  int y = 1;
  const int *p = &y;
  *(int *)p = 2;
  assert(y == 2 && table[0] == k);
  return 0;
}
