// Nothing writes to a constant where every pointer to it says that it is one; and a const that is
// lost elsewhere is no constant's in memory that can be written.
//@ verdict: proved
//@ says-not: const
#include <assert.h>
static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
int main(void) {
  const int xs[2] = {1, 2};
  const int k = 3;
  int y[2] = {1, 2};
  assert(sum(xs, 2) == k && sum(y, 2) == k);
  return 0;
}
