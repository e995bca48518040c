//@ gcc: sanitize
// memcmp compares more bytes than the shorter block has.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = calloc(4, 1);
    char b[8] = { 0 };
    int r;
    if (!a)
        return 1;
    r = memcmp(a, b, 8); //~ fault: out-of-bounds
    free(a);
    return r != 0;
}
