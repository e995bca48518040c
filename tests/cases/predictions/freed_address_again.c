//@ check: violated
// A block may lie where a freed one lay.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    uintptr_t old = (uintptr_t)p;
    free(p);
    char *q = malloc(4);
    assert((uintptr_t)q != old);
}
