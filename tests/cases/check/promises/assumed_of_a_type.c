// An attribute of a type is about functions that nobody knows.
//@ verdict: proved
//@ says: (`pure` at
#include <assert.h>
typedef int function(int) __attribute__((pure));
static int x;
static function f;
static int f(int n) { return x += n; }
int main(void) {
  f(1);
  assert(x == 1);
  return 0;
}
