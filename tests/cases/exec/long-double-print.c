//@ stdout: 0.5 -1.25
//@ stdout: 0.10000000000000000000
//@ stdout: 18446744073709551615
//@ stdout: 1e+4000
// The x87 extended format: 64 bits of significand, a wide exponent.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    volatile long double a = 0.5L, b = -1.25L, tenth = 0.1L, big = 18446744073709551615.0L;
    printf("%.1Lf %Lg\n", a, b);
    printf("%.20Lf\n", tenth);
    printf("%.0Lf\n", big);
    printf("%Lg\n", strtold("1e4000", NULL));
    return 0;
}
