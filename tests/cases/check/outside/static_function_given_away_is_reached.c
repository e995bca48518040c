// A static function that other files were given is called through the pointer of a caller: its checks can
// be reached, and what it uses is assumed.
//@ verdict: violated
//@ args: --entry f
//@ says: memory allocation succeeds
//@ says: operands are evaluated from left to right
//@ says-not: unreachable
#include <assert.h>
#include <stdlib.h>
static int x = 1, z;
static int up(void) { return ++x; }
static int twice(void) { return x *= 2; }
static void g(void) {
  z = up() > twice();
  void *p = malloc(1);
  if (p) x = 9;
  assert(x < 3);
}
void (*give(void))(void) { return g; }
void f(void (*call)(void)) {
  if (call) call();
}
