//@ check: violated
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    assert(((uintptr_t)p >> 4) % 8 != 3);
}
