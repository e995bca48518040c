//@ data-model: ilp32
//@ stdout: 1 2 4 4 8 4 4 12
//@ stdout: 2147483647 4294967295
//@ stdout: 4 12
// The sizes, limits and the four-byte alignment of long long in ILP32.
#include <limits.h>
#include <stdio.h>

struct s {
    char c;
    long long l;
};

int main(void)
{
    printf("%d %d %d %d %d %d %d %d\n", (int)sizeof(char), (int)sizeof(short), (int)sizeof(int),
           (int)sizeof(long), (int)sizeof(long long), (int)sizeof(void *), (int)sizeof(size_t),
           (int)sizeof(long double));
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    printf("%d %d\n", (int)__builtin_offsetof(struct s, l), (int)sizeof(struct s));
    return 0;
}
