//@ exit: 0
// The last values that fit, in formats that do or do not have the number behind the bound.
#include <limits.h>

int main(void)
{
    volatile double d = -2147483648.9;
    if ((int)d != INT_MIN)
        return 1;
    volatile float f = -2147483648.0f;
    if ((int)f != INT_MIN)
        return 2;
    f = 2147483520.0f;
    if ((int)f != 2147483520)
        return 3;
    d = -9223372036854775808.0;
    if ((long long)d != LLONG_MIN)
        return 4;
    d = 18446744073709549568.0;
    if ((unsigned long long)d != 18446744073709549568ull)
        return 5;
    volatile long double l = -9223372036854775808.0L;
    if ((long long)l != LLONG_MIN)
        return 6;
    d = 255.9;
    if ((unsigned char)d != 255)
        return 7;
    d = -0.9;
    return (int)(unsigned)d;
}
