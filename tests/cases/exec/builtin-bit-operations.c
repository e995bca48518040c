//@ stdout: 13 64
//@ stdout: 3 31 28
//@ stdout: 40 23
//@ stdout: 1 0
//@ stdout: 78563412 efcdab8967452301
// The compiler's bit-counting functions.
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", __builtin_popcount(0x12345678u), __builtin_popcountll(~0ULL));
    printf("%d %d %d\n", __builtin_ctz(8u), __builtin_clz(1u), __builtin_clz(8u));
    printf("%d %d\n", __builtin_ctzll(1ULL << 40), __builtin_clzll(1ULL << 40));
    printf("%d %d\n", __builtin_parity(7u), __builtin_parity(0x11u));
    printf("%x %llx\n", __builtin_bswap32(0x12345678u),
           (unsigned long long)__builtin_bswap64(0x0123456789abcdefULL));
    return 0;
}
