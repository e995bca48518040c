//@ stdout: 0 300
//@ stdout: 1 -2147483648
//@ stdout: 1 44
//@ stdout: 0 4000000000
//@ stdout: 1 1
// Checked arithmetic reports, and stores the wrapped result.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int r;
    unsigned char c;
    long long w;
    unsigned u;
    int o = __builtin_add_overflow(100, 200, &r);
    printf("%d %d\n", o, r);
    o = __builtin_add_overflow(INT_MAX, 1, &r);
    printf("%d %d\n", o, r);
    o = __builtin_add_overflow(100, 200, &c);
    printf("%d %d\n", o, c);
    o = __builtin_mul_overflow(2000000000, 2, &w);
    printf("%d %lld\n", o, w);
    o = __builtin_mul_overflow(0x80000001u, 0x80000001u, &u);
    printf("%d %u\n", o, u);
    return 0;
}
