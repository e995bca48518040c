//@ stdout: 3 1.4142135623730951
//@ stdout: -3 -2 -2 -3
//@ stdout: 2.5 1.5 8
//@ stdout: 0 1 1
//@ stdout: 0.5 3
// Library functions whose results are exact or correctly rounded.
#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double nine = 9, two = 2, x = -2.5;
    volatile double root = sqrt(two);
    printf("%g %.17g\n", sqrt(nine), root);
    printf("%g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x));
    printf("%g %g %g\n", fabs(x), fmod(5.5, two), pow(two, 3));
    printf("%g %g %g\n", sin(0.0), cos(0.0), exp(0.0));
    int e;
    double m = frexp(4.0, &e);
    printf("%g %d\n", m, e);
    return 0;
}
