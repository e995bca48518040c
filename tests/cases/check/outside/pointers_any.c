// A pointer that comes from outside is any address, so it may be null.
//@ verdict: violated
//@ args: --entry f --pointers any
//@ says-not: pointers that the entry starts from
#include <assert.h>
int f(int *p) { assert(p); return 0; }
