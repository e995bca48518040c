//@ data-model: lp64
//@ stdout: 4294967296 1
//@ stdout: 4294967295
// A 64-bit long holds what unsigned int cannot; int widens with its sign.
#include <stdio.h>

int main(void)
{
    long l = 4294967295L + 1;
    unsigned u = 4294967295u;
    printf("%ld %d\n", l, -1L < u);
    printf("%lu\n", (unsigned long)u);
    return 0;
}
