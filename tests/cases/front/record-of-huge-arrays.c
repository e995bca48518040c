//@ data-model: lp64
//@ stdout: 3fffffffffffff00 7ffffffffffffe04 7ffffffffffffe00
// Sizes up to the end of the address space, which do not fit 64 bits as counts of bits.
#include <stdio.h>

struct huge { short buf[(1L << 62) - 256]; int a; };
union also { int a; char buf[(1L << 62) - 256]; };

int main(void)
{
    printf("%lx %lx %lx\n", (long)sizeof(union also), (long)sizeof(struct huge),
           (long)__builtin_offsetof(struct huge, a));
    return 0;
}
