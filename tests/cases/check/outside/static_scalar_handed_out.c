// The same for a scalar.
//@ verdict: violated unknown
//@ with POINTER: violated unknown
//@ args: --entry f
//@ engines: all
//@ data-model: lp64
#include <assert.h>
static int g;
#ifdef POINTER
int *pointer = &g;
#else
int *given(void) { return &g; }
#endif
void unknown(void);
void f(void) {
  g = 1;
  unknown();
  assert(g == 1);
}
