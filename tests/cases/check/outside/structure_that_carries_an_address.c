// A structure that is passed by value gives the addresses in it away.
//@ verdict: unknown violated
//@ args: --entry f
#include <assert.h>
struct carrier { int *p; };
void take(struct carrier);
void f(void) {
  int x = 1;
  struct carrier c = {&x};
  take(c);
  assert(x == 1);
}
