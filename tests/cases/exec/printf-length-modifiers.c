//@ stdout: -1 255 44
//@ stdout: -1 65535 4464
//@ stdout: 2147483647 4294967295
//@ stdout: 9223372036854775807 ffffffffffffffff
//@ stdout: 123 -123 -5000000000 5000000000
//@ stdout: 1.5
// hh and h narrow their argument; l, ll, z, t, j and L name its type.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%hhd %hhu %hhd\n", -1, -1, 300);
    printf("%hd %hu %hd\n", -1, -1, 70000);
    printf("%ld %lu\n", 2147483647L, 4294967295UL);
    printf("%lld %llx\n", 9223372036854775807LL, 0xffffffffffffffffULL);
    printf("%zu %td %jd %ju\n", (size_t)123, (ptrdiff_t)-123, (intmax_t)-5000000000LL,
           (uintmax_t)5000000000ULL);
    printf("%.1Lf\n", 1.5L);
    return 0;
}
