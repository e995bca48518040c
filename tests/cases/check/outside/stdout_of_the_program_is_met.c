// A program whose own variable is called like a stream has no stream: pointers from outside lead there.
//@ verdict: violated
//@ args: --entry f
#include <assert.h>
int stdout;
void f(int *p) {
  if (!p) return;
  stdout = 1;
  *p = 2;
  assert(stdout == 1);
}
