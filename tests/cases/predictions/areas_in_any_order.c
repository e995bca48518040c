//@ check: violated
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int g;

int main(void)
{
    int *p = malloc(4);
    int x;
    assert((uintptr_t)&g < (uintptr_t)p);
    assert((uintptr_t)p < (uintptr_t)&x);
}
