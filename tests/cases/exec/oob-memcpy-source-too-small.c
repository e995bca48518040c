//@ gcc: sanitize
// memcpy reads past the end of a heap source.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char dst[64];
    char *src = calloc(1, 10);
    if (!src)
        return 1;
    memcpy(dst, src, 10);
    memcpy(dst, src + 1, 10); //~ fault: out-of-bounds
    free(src);
    return dst[0];
}
