//@ stdout: inf -inf
//@ stdout: 0 1 0 0
//@ stdout: 1 1
//@ stdout: 1 0 1
//@ stdout: inf
// Floating division by zero is defined: infinities, NaN, signed zeros.
#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double zero = 0.0, one = 1.0;
    double inf = one / zero, nan = zero / zero;
    printf("%g %g\n", inf, -inf);
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < one, nan >= one);
    printf("%d %d\n", zero == -zero, one / -zero < 0);
    printf("%d %d %d\n", isnan(nan) != 0, isinf(one) != 0, isinf(-inf) != 0);
    printf("%g\n", inf + 1e308);
    return 0;
}
