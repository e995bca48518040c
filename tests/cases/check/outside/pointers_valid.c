// A pointer that is null or leads to an object may be null.
//@ verdict: violated
//@ args: --entry f --pointers valid
//@ says: assuming pointers that the entry starts from are null or lead to objects that hold their types
#include <assert.h>
int f(int *p) { assert(p); return 0; }
