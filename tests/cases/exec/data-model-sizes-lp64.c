//@ data-model: lp64
//@ stdout: 1 2 4 8 8 8 8 16
//@ stdout: 9223372036854775807 18446744073709551615
// The sizes and limits of LP64.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %d %d %d %d %d %d\n", (int)sizeof(char), (int)sizeof(short), (int)sizeof(int),
           (int)sizeof(long), (int)sizeof(long long), (int)sizeof(void *), (int)sizeof(size_t),
           (int)sizeof(long double));
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    return 0;
}
