//@ gcc: valgrind
// A block of no bytes has no first byte.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(0);
    if (p)
        *p = 'x'; //~ fault: out-of-bounds
    free(p);
    return 0;
}
