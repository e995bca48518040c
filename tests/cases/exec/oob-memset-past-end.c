//@ gcc: sanitize
// A count in elements taken for a larger object.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    short *p = malloc(8 * sizeof(short));
    if (!p)
        return 1;
    memset(p, 0, 8 * sizeof(int)); //~ fault: out-of-bounds
    free(p);
    return 0;
}
