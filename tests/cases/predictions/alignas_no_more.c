//@ check: violated
// Aligned to 32, and to nothing more.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    _Alignas(32) char a[3];
    assert(((uintptr_t)a & 63) == 0);
}
