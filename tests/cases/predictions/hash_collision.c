//@ check: violated
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = malloc(4);
    assert(((uintptr_t)p >> 4) % 16 != ((uintptr_t)q >> 4) % 16);
}
