//@ check: proved
#include <assert.h>
#include <stdint.h>

int main(void)
{
    double d;
    short s;
    assert(((uintptr_t)&s & 1) == 0);
    assert(((uintptr_t)&d & 3) == 0);
}
