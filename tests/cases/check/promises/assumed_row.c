// A row of an array of arrays.
//@ verdict: proved
//@ says: an index of an array in a structure, or of a row of an array, stays in it or leads to what lies behind it
#include <assert.h>
static int a[2][3];
static int f(int n) {
  for (int i = 0; i < n; i++) a[0][i] = 1;
  return a[1][0];
}
int main(void) {
  assert(f(4) == 1);
  return 0;
}
