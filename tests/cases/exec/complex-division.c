//@ stdout: 0.44 0.08
//@ stdout: 0.44 0.08
//@ stdout: 1 -2
//@ stdout: inf nan
//@ stdout: 0 0
//@ stdout: 2.5e-300 0
//@ stdout: 0.25 -0.25
//@ stdout: 1 2
#include <stdio.h>
int main(void) {
    double _Complex z = 1 + 2i, w = 3 + 4i;
    double _Complex q = z / w;
    printf("%g %g\n", __real__ q, __imag__ q);
    float _Complex f = (float _Complex)z / (float _Complex)w;
    printf("%.2f %.2f\n", __real__ f, __imag__ f);
    long double _Complex l = (5 + 0i) / (1 + 2.0Li);
    printf("%Lg %Lg\n", __real__ l, __imag__ l);
    double zero = 0;
    q = (1 + 0i) / (zero + zero * 1i);
    printf("%g %g\n", __real__ q, __builtin_fabs(__imag__ q));
    q = z / (__builtin_inf() + zero * 1i);
    printf("%g %g\n", __real__ q, __imag__ q);
    q = (1e-300 + 1e-300i) / (0.4 + 0.4i);
    printf("%g %g\n", __real__ q, __imag__ q);
    double one = 1;
    q = one / (2 + 2i);
    printf("%g %g\n", __real__ q, __imag__ q);
    int _Complex i = 5 + 10i, j = 4 + 3i;
    i = i / j;
    printf("%d %d\n", __real__ i, __imag__ i);
    return 0;
}
