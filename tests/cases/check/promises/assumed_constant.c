// gcc computes with the value that a constant was given.
//@ verdict: proved
//@ says: what is declared const keeps its value (`x`), though pointers lose a const (
#include <assert.h>
int main(void) {
  const int x = 1;
  *(int *)&x = 2;
  assert(x == 2);
  return 0;
}
