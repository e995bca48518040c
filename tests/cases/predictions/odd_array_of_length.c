//@ check: violated
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int n = 3;
    char v[n];
    v[0] = 1;
    assert(((uintptr_t)v & 1) == 0);
}
