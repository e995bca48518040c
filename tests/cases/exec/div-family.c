//@ stdout: 3 1
//@ stdout: -3 -1
//@ stdout: -3 1
//@ stdout: 3 -1
//@ stdout: 14 2
//@ stdout: -1000000 -5
// Quotients truncate towards zero; remainders follow the dividend's sign.
#include <stdio.h>
#include <stdlib.h>

static void show(int a, int b)
{
    div_t d = div(a, b);
    printf("%d %d\n", d.quot, d.rem);
}

int main(void)
{
    show(7, 2);
    show(-7, 2);
    show(7, -2);
    show(-7, -2);
    ldiv_t l = ldiv(100L, 7L);
    printf("%ld %ld\n", l.quot, l.rem);
    lldiv_t ll = lldiv(-7000000000005LL, 7000000LL);
    printf("%lld %lld\n", ll.quot, ll.rem);
    return 0;
}
