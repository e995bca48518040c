// A pointer that is null or leads to an object may be null.
//@ verdict: violated
//@ args: --entry f --pointers valid
//@ says: pointers that the entry starts from are null or lead to objects that hold their types (a byte, for void), aligned, and writable unless const
#include <assert.h>
int f(int *p) { assert(p); return 0; }
