//@ gcc: sanitize
// The int starts inside the six-byte block and ends outside.
#include <stdlib.h>

int main(void)
{
    char *p = calloc(6, 1);
    int *q;
    if (!p)
        return 1;
    q = (int *)p;
    if (q[0] != 0)
        return 2;
    return q[1]; //~ fault: out-of-bounds
}
