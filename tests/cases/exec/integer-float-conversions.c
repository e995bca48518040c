//@ stdout: 3 -3 0 0
//@ stdout: 2147483647 -2147483648
//@ stdout: 4294967295 18446744073709551615
//@ stdout: 200 -56
//@ stdout: 9007199254740992 1
//@ stdout: 16777216
// Conversion to integers truncates; to floating types it rounds.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    volatile double d = 3.99, e = -3.99, h = 0.9, z = -0.9;
    printf("%d %d %d %d\n", (int)d, (int)e, (int)h, (int)z);
    volatile double hi = 2147483647.5, lo = -2147483648.5;
    printf("%d %d\n", (int)hi, (int)lo);
    volatile double u = 4294967295.0;
    volatile long double w = 18446744073709551615.0L;
    printf("%u %llu\n", (unsigned)u, (unsigned long long)w);
    volatile double c = 200.7;
    printf("%d %d\n", (unsigned char)c, (signed char)(int)c);
    volatile long long n = 9007199254740993LL;
    volatile double r = (double)n;
    printf("%.0f %d\n", r, (_Bool)0.1);
    volatile int k = 16777217;
    volatile float f = (float)k;
    printf("%.0f\n", f);
    return 0;
}
