//@ stdout: 1.234568e+03 1.2E-05 0.000000e+00
//@ stdout: [ 1.5e+10] [1e+100]
//@ stdout: 100000 1e+06 0.0001 1e-05
//@ stdout: 0.5 1.5 123457 1.23457e+06
//@ stdout: 3.00000 3 1.2e+02 1E+10
//@ stdout: 0x1p+0 0x1.8p+1 -0x1p-2 0x0p+0
//@ stdout: 0X1.FP+3 0x1.0p+0 0x1.fffffep+127
// %e, %g and %a: when %g switches style and which zeros it drops.
#include <stdio.h>

int main(void)
{
    printf("%e %.1E %e\n", 1234.5678, 0.000012, 0.0);
    printf("[%8.1e] [%.0e]\n", 1.5e10, 1e100);
    printf("%g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001);
    printf("%g %g %g %g\n", 0.5, 1.5, 123456.7, 1234567.0);
    printf("%#g %g %.2g %G\n", 3.0, 3.0, 120.0, 1e10);
    printf("%a %a %a %a\n", 1.0, 3.0, -0.25, 0.0);
    printf("%A %.1a %a\n", 15.5, 1.0, 0x1.fffffep+127);
    return 0;
}
