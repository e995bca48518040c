// The library has a state of its own.
//@ verdict: proved
//@ args: --entry f
//@ says: the C library is in its initial state
//@ data-model: lp64
#include <errno.h>
int f(void) { return errno; }
