//@ check: proved
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int a = 7;
    uintptr_t x = (uintptr_t)&a;
    x += 12;
    x -= 12;
    assert(*(int *)x == 7);
}
