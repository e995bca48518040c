// The const is lost in another function.
//@ verdict: proved
//@ says: what is declared const keeps its value (`xs`), though pointers lose a const (
#include <assert.h>
static void set(const int *p) { ((int *)p)[1] = 7; }
int main(void) {
  const int xs[2] = {1, 2};
  set(xs);
  assert(xs[1] == 7);
  return 0;
}
