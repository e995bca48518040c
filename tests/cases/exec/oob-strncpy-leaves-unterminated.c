//@ gcc: sanitize
// strncpy fills the block without a terminator; the scan runs off the end.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(4);
    int n = 0;
    if (!p)
        return 1;
    strncpy(p, "abcdef", 4);
    while (p[n] != '\0') //~ fault: out-of-bounds
        n++;
    free(p);
    return n;
}
