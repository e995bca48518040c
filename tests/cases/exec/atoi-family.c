//@ stdout: 42 -17 0 8 12
//@ stdout: 123456 -9000000000
//@ stdout: 2.5 -0.125 0
// Leading blanks and signs are taken, the tail is ignored, no digits give zero.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %d %d %d\n", atoi("42"), atoi(" \t-17xyz"), atoi("abc"), atoi("+010") - 2,
           atoi("12.9"));
    printf("%ld %lld\n", atol("123456"), atoll("-9000000000"));
    printf("%g %g %g\n", atof("2.5"), atof("-125e-3"), atof("x"));
    return 0;
}
