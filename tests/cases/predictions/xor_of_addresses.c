//@ check: proved
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int a = 1, b = 2;
    uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
    int *q = (int *)(both ^ (uintptr_t)&a);
    assert(*q == 2);
}
