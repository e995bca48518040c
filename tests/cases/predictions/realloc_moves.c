//@ check: violated
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    uintptr_t old = (uintptr_t)p;
    char *q = realloc(p, 16);
    assert((uintptr_t)q == old);
}
