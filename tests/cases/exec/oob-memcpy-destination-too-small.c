//@ gcc: sanitize
// memcpy writes four bytes past a twelve-byte destination.
#include <string.h>

int main(void)
{
    unsigned char src[16] = { 1 };
    unsigned char dst[12];
    size_t n = sizeof src;
    memcpy(dst, src, n); //~ fault: out-of-bounds
    return dst[0] - 1;
}
