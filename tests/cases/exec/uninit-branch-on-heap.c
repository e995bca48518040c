//@ gcc: valgrind
// malloc does not clear its memory.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    int r = 0;
    if (!p)
        return 1;
    p[0] = 1;
    p[1] = 0;
    for (int i = 0; i < 3; i++)
        if (p[i]) //~ fault: uninitialised
            r++;
    free(p);
    return r;
}
