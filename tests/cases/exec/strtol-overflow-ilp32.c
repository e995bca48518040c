//@ data-model: ilp32
//@ stdout: 2147483647 0
//@ stdout: 2147483647 34
//@ stdout: -2147483648 0
//@ stdout: -2147483648 34
//@ stdout: 4294967295 34
//@ stdout: 2147483648 0
// With a 32-bit long the limits are lower; long long keeps its own.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s)
{
    errno = 0;
    long v = strtol(s, NULL, 10);
    printf("%ld %d\n", v, errno);
}

int main(void)
{
    show("2147483647");
    show("2147483648");
    show("-2147483648");
    show("-2147483649");
    errno = 0;
    unsigned long u = strtoul("4294967296", NULL, 10);
    printf("%lu %d\n", u, errno);
    errno = 0;
    long long ll = strtoll("2147483648", NULL, 10);
    printf("%lld %d\n", ll, errno);
    return 0;
}
