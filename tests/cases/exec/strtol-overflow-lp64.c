//@ data-model: lp64
//@ stdout: 9223372036854775807 0
//@ stdout: 9223372036854775807 34
//@ stdout: -9223372036854775808 0
//@ stdout: -9223372036854775808 34
//@ stdout: 18446744073709551615 34
// Out-of-range values saturate and set errno to ERANGE.
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
    show("9223372036854775807");
    show("9223372036854775808");
    show("-9223372036854775808");
    show("-99999999999999999999");
    errno = 0;
    unsigned long u = strtoul("18446744073709551616", NULL, 10);
    printf("%lu %d\n", u, errno);
    return 0;
}
