//@ flags: -std=gnu11
//@ stdout: 3 4 5
//@ stdout: 3 -4
//@ stdout: 1 2 8 6
// <complex.h>: the functions that need no more than arithmetic.
#include <complex.h>
#include <stdio.h>

int main(void)
{
    double complex z = 3 + 4 * I;
    printf("%g %g %g\n", creal(z), cimag(z), cabs(z));
    double complex c = conj(z);
    printf("%g %g\n", creal(c), cimag(c));
    float complex f = CMPLXF(1, 2);
    z += 5 + 2 * I;
    printf("%g %g %g %g\n", crealf(f), cimagf(f), creal(z), cimag(z));
    return 0;
}
