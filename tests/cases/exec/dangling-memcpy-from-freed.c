//@ gcc: sanitize
// A library function reads a freed block.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char out[8] = { 0 };
    char *p = calloc(1, 8);
    if (!p)
        return 1;
    memcpy(out, p, 8);
    free(p);
    memcpy(out, p, 8); //~ fault: dangling
    return out[0];
}
