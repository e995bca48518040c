//@ stdout: 16777216 16777216 16777218
//@ stdout: 0.100000001
//@ stdout: 0 1
//@ stdout: inf 0
//@ stdout: 1.17549435e-38 1.40129846e-45
// Single precision rounds to nearest, ties to even.
#include <float.h>
#include <stdio.h>

int main(void)
{
    volatile float big = 16777216.0f, a = 1.0f, b = 2.0f, tenth = 0.1f, huge = FLT_MAX;
    volatile float s = big + a, t = big + b, o = huge * b, tiny = FLT_MIN;
    printf("%.0f %.0f %.0f\n", big, s, t);
    printf("%.9g\n", tenth);
    printf("%d %d\n", tenth == 0.1, tenth == 0.1f);
    volatile float least = 1e-45f, half = least / 2;
    printf("%g %g\n", o, half);
    printf("%.9g %.9g\n", tiny, least);
    return 0;
}
