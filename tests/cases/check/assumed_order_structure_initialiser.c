// The same of a structure that is the value of an initialiser, and of a cleanup function.
//@ verdict: proved
//@ says: assumed_order_structure_initialiser.c:13:
//@ says: assumed_order_structure_initialiser.c:14:
#include <assert.h>
struct s { int n; } s = {1};
static void change(int *p) { s.n = 9; }
static int copied(void) {
  struct s t = s;
  return t.n;
}
int main(void) {
  int a = copied() + ({ int x __attribute__((cleanup(change))) = 0; 1; });
  int b = s.n + ({ int x __attribute__((cleanup(change))) = 0; 1; });
  assert(a == 2 && b == 10);
  return 0;
}
