//@ check: proved
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10);
    assert(p);
    assert((uintptr_t)(p + 10) > (uintptr_t)p);
}
