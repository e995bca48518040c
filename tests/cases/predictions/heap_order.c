//@ check: violated
// Nothing says which of two blocks comes first.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = malloc(4);
    assert(p < q);
}
