// The bytes of the pointer are read as another one.
//@ verdict: proved
//@ says: what is declared const keeps its value (`x`), though pointers lose a const (
#include <assert.h>
int main(void) {
  const int x = 1;
  const int *p = &x;
  **(int **)&p = 2;
  assert(x == 2);
  return 0;
}
