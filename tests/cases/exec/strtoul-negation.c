//@ stdout: 1
//@ stdout: 4000000000
//@ stdout: 18446744073709551615 0
//@ stdout: 18446744073709551615 34
// A minus sign negates in the unsigned type and is no error.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d\n", strtoul("-1", NULL, 10) == ULONG_MAX);
    printf("%lu\n", strtoul("4000000000", NULL, 10));
    errno = 0;
    unsigned long long a = strtoull("-1", NULL, 10);
    printf("%llu %d\n", a, errno);
    errno = 0;
    unsigned long long b = strtoull("0x10000000000000000", NULL, 0);
    printf("%llu %d\n", b, errno);
    return 0;
}
