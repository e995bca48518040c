// Without the option it holds what was stored last, which is printed.
//@ verdict: proved
//@ says: a volatile object holds what the program stored last
#include <assert.h>
struct pair { int a; int b; };
static struct pair copy_of(volatile struct pair *p) { return *p; }
int main(void) {
  struct pair source = {1, 2};
  struct pair copy = copy_of(&source);
  assert(copy.a == 1);
  return 0;
}
