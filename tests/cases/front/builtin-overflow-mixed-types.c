//@ stdout: 1
//@ stdout: -2147483648
//@ stdout: 1
//@ stdout: 4294967295
//@ stdout: 1
//@ stdout: -2
//@ stdout: 1
//@ stdout: -56
//@ stdout: 1
//@ stdout: 0
//@ stdout: 0
//@ stdout: 2
//@ stdout: 1
//@ stdout: 2147483647
//@ stdout: 1
//@ stdout: 0
//@ stdout: 0
//@ stdout: 1
//@ stdout: 0
//@ stdout: 0
//@ stdout: 12
//@ stdout: 0
//@ stdout: -1
// The exact result decides, whatever the types of the operands.
#include <stdio.h>
#include <limits.h>
int main(void)
{
    int r;
    unsigned u;
    long long ll;
    signed char c;
    unsigned char uc;
    long l;
    printf("%d\n", __builtin_add_overflow(INT_MAX, 1, &r));
    printf("%lld\n", (long long)r);
    printf("%d\n", __builtin_sub_overflow(1u, 2u, &u));
    printf("%lld\n", (long long)u);
    printf("%d\n", __builtin_mul_overflow(LLONG_MAX, 2LL, &ll));
    printf("%lld\n", (long long)ll);
    printf("%d\n", __builtin_add_overflow(100, 100, &c));
    printf("%lld\n", (long long)c);
    printf("%d\n", __builtin_add_overflow(-1, 257, &uc));
    printf("%lld\n", (long long)uc);
    printf("%d\n", __builtin_add_overflow(5u, -3, &r));
    printf("%lld\n", (long long)r);
    printf("%d\n", __builtin_sadd_overflow(INT_MIN, -1, &r));
    printf("%lld\n", (long long)r);
    printf("%d\n", __builtin_smul_overflow(65536, 65536, &r));
    printf("%lld\n", (long long)r);
    printf("%d\n", __builtin_ssubl_overflow(0, 1, &l));
    printf("%d\n", __builtin_add_overflow_p(INT_MAX, 1, (int)0));
    printf("%d\n", __builtin_mul_overflow_p(1 << 20, 1 << 20, 0LL));
    printf("%d\n", __builtin_umul_overflow(3u, 4u, &u));
    printf("%lld\n", (long long)u);
    printf("%d\n", __builtin_sub_overflow(0u, 1u, &ll));
    printf("%lld\n", ll);
    return 0;
}
