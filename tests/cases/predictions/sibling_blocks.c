//@ check: violated
// The locals of blocks that follow each other may share their place.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uintptr_t p, q;
    {
        int a;
        p = (uintptr_t)&a;
    }
    {
        int b;
        q = (uintptr_t)&b;
    }
    assert(p != q);
}
