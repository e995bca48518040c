// Other files may have asked for the address of a static before the entry is called, so an unknown
// function may change it.
//@ verdict: violated unknown
//@ with ARRAY: violated unknown
//@ with POINTER: violated unknown
//@ with KEPT: proved unknown
//@ args: --entry f
//@ engines: all
//@ data-model: lp64
#include <assert.h>
static int a[2];
#if defined ARRAY
void give(int **p) { *p = a; }
#elif defined POINTER
int *pointer = &a[1];
#elif !defined KEPT
int *given(void) { return &a[1]; }
#endif
void unknown(void);
void f(void) {
  a[1] = 1;
  unknown();
  assert(a[1] == 1);
}
