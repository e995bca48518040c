//@ stdout: 4 8 16
//@ stdout: 1.41421354 1.4142135623730951
//@ stdout: 8 8 3 5 12
#include <stdio.h>
#include <tgmath.h>
int main(void) {
    float f = 2;
    double d = 2;
    printf("%zu %zu %zu\n", sizeof sqrt(f), sizeof sqrt(2), sizeof(sqrt(2.0L)) > 8 ? (size_t)16 : 0);
    volatile float root = sqrt(f);
    volatile double wide = sqrt(d);
    printf("%.9g %.17g\n", root, wide);
    printf("%g %g %g %g %zu\n", pow(f, 3), ldexp(d, 2), fabs(-3), fabs(3 + 4.0i), sizeof fma(f, f, f) * 3);
    return 0;
}
