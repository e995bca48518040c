//@ stdout: 0.75 0.375 3.5 0.25
//@ stdout: 9007199254740992 9007199254740994
//@ stdout: 0.10000000000000001
//@ stdout: 0.30000000000000004 0
//@ stdout: 0x1.999999999999ap-4
// Dyadic values are exact; a tenth is not.
#include <stdio.h>

int main(void)
{
    volatile double a = 0.5, b = 0.25, tenth = 0.1, fifth = 0.2, big = 9007199254740992.0;
    printf("%g %g %g %g\n", a + b, a * b + b, 7 * a, a - b);
    volatile double s = big + 2.0;
    printf("%.0f %.0f\n", big, s);
    printf("%.17g\n", tenth);
    volatile double t = tenth + fifth;
    printf("%.17g %d\n", t, t == 0.3);
    printf("%a\n", tenth);
    return 0;
}
