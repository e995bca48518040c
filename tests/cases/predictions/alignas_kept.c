//@ check: proved
#include <assert.h>
#include <stdint.h>

int main(void)
{
    _Alignas(32) char a[3];
    assert(((uintptr_t)a & 31) == 0);
}
