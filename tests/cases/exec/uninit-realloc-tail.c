//@ gcc: valgrind
// The part a realloc adds is indeterminate, the old part is kept.
#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 1;
    p = realloc(p, 400 * sizeof *p);
    if (!p)
        return 2;
    if (p[0] != 0 || p[1] != 0)
        return 3;
    if (p[2] == 0) //~ fault: uninitialised
        return 4;
    return 0;
}
