//@ stdout: 500000500000 1784293664
// A million turns: an exact sum, and the same sum modulo 2^32.
#include <stdio.h>

int main(void)
{
    unsigned long long wide = 0;
    unsigned narrow = 0;
    for (unsigned i = 1; i <= 1000000u; i++) {
        wide += i;
        narrow += i;
    }
    printf("%llu %u\n", wide, narrow);
    return 0;
}
