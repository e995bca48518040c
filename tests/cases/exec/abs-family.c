//@ stdout: 5 5 0 2147483647
//@ stdout: 7
//@ stdout: 9223372036854775807
// Absolute values at each width.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %d %d\n", abs(5), abs(-5), abs(0), abs(-INT_MAX));
    printf("%ld\n", labs(-7L));
    printf("%lld\n", llabs(-LLONG_MAX));
    return 0;
}
