//@ gcc: sanitize
// A library function handed a null destination and a non-zero count.
#include <string.h>

int main(void)
{
    char src[4] = "abc";
    char *volatile dst = 0;
    memcpy(dst, src, sizeof src); //~ fault: null-dereference
    return 0;
}
