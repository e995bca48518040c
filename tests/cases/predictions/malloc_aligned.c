//@ check: proved
// malloc gives room for any fundamental type.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    assert(((uintptr_t)p & 7) == 0);
}
