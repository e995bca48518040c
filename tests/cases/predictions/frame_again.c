//@ check: violated
// A frame may lie where an earlier one lay.
#include <assert.h>
#include <stdint.h>

static uintptr_t f(void)
{
    int x;
    return (uintptr_t)&x;
}

int main(void)
{
    uintptr_t a = f(), b = f();
    assert(a != b);
}
