//@ gcc: sanitize
// The tail given back by realloc is no longer part of the block.
#include <stdlib.h>

int main(void)
{
    int *p = calloc(10, sizeof(int));
    if (!p)
        return 1;
    p[9] = 9;
    int *q = realloc(p, 5 * sizeof(int));
    if (!q)
        return 2;
    q[4] = 4;
    q[5] = 5; //~ fault: out-of-bounds
    free(q);
    return 0;
}
