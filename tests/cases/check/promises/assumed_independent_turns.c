// gcc reads all elements before it writes the first.
//@ verdict: proved
//@ says: what attributes say of functions is so, as compilers take for granted (`ivdep` at
#include <assert.h>
__attribute__((noinline)) static void shift(int *a, int *b) {
#pragma GCC ivdep
  for (int i = 0; i < 4; i++) a[i] = b[i];
}
int main(void) {
  int a[6];
  a[0] = 7;
  a[1] = a[2] = a[3] = a[4] = a[5] = 0;
  shift(a + 1, a);
  assert(a[3] == 7);
  return 0;
}
