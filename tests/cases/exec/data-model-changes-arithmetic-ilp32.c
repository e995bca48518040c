//@ data-model: ilp32
//@ stdout: 0 0
//@ stdout: 4294967296
// A long compared with an unsigned int becomes unsigned here.
#include <stdio.h>

int main(void)
{
    unsigned long l = 4294967295UL;
    unsigned u = 4294967295u;
    l += 1;
    printf("%lu %d\n", l, -1L < u);
    printf("%lld\n", (long long)u + 1);
    return 0;
}
