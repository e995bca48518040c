//@ gcc: sanitize
// The old pointer is dead once realloc has returned a block.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof(int));
    if (!p)
        return 1;
    p[0] = 1;
    int *q = realloc(p, 4000 * sizeof(int));
    if (!q)
        return 2;
    q[1] = 2;
    return p[0]; //~ fault: dangling
}
