//@ check: proved
// A global holds the address of a function from the start.
#include <assert.h>
#include <stdlib.h>

static int zero(void)
{
    return 0;
}

static int (*pointer)(void) = zero;

int main(void)
{
    int *p = malloc(4);
    p = malloc(4);
    assert(pointer() == 0);
}
