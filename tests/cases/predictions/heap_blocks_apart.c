//@ check: proved
// Two live blocks lie one before the other.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = malloc(4);
    assert(p < q || q < p);
}
