//@ stdout: 18446744073709551615 0
//@ stdout: 8589934590 4294967297
//@ stdout: 18446744065119617025
//@ stdout: 1844674407370955161 5
//@ stdout: 123456789abcdef0 f0
//@ stdout: -4611686018427387904 4611686018427387904
//@ stdout: 1 0 1
// 64-bit operations, which a 32-bit machine does in halves.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    volatile uint64_t max = UINT64_MAX, one = 1, m = 0xffffffffu;
    printf("%llu %llu\n", (unsigned long long)max, (unsigned long long)(max + one));
    printf("%llu %llu\n", (unsigned long long)(m + m), (unsigned long long)(max / m));
    printf("%llu\n", (unsigned long long)(m * m));
    printf("%llu %llu\n", (unsigned long long)(max / 10), (unsigned long long)(max % 10));
    volatile uint64_t h = 0x123456789abcdef0ULL;
    printf("%llx %x\n", (unsigned long long)h, (unsigned)(h & 0xff));
    volatile int64_t neg = INT64_MIN;
    printf("%lld %llu\n", (long long)(neg >> 1), (unsigned long long)((uint64_t)neg >> 1));
    printf("%d %d %d\n", (int64_t)-1 < (int64_t)m, (uint64_t)-1 < m, neg / 2 == -(1LL << 62));
    return 0;
}
