//@ stdout: 0 4294967295
//@ stdout: 4294967294 1
//@ stdout: 4294967251 0
// Unsigned arithmetic is modulo 2^n and never a fault.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned max = UINT_MAX, zero = 0;
    printf("%u %u\n", max + 1u, zero - 1u);
    printf("%u %u\n", max * 2u, max * max);
    printf("%u %u\n", -45u, (1u << 31) * 2u);
    return 0;
}
