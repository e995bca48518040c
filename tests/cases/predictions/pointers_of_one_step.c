//@ check: violated
//@ by: panda
//@ entry: f
// Both pointers are chosen in the step that calls the entry: choosing the second again keeps the
// first.
#include <assert.h>

void f(int *p, int *q)
{
    assert(!(p && q && p != q));
}
