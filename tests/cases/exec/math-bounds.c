//@ stdout: 135056213
// What is assumed of the library's functions holds of the machine's own: an execution outside
// would end here, and not print what the compiled program prints.
#include <float.h>
#include <math.h>
#include <stdio.h>

static int kind(double r)
{
    return r != r ? 3 : r < 0 ? 0 : r > 1 ? 2 : 1;
}

int main(void)
{
    volatile double values[] = { 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5707963267948966, 3.0, -700.0, 709.0,
        1e300, -1e300, DBL_MAX, DBL_MIN, 5e-324, INFINITY, -INFINITY, NAN };
    int n = sizeof values / sizeof *values;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        double x = values[i];
        float f = (float)x;
        sum = sum * 7 + kind(sin(x)) + kind(cos(x)) + kind(tan(x)) + kind(asin(x)) + kind(acos(x));
        sum = sum * 7 + kind(atan(x)) + kind(sinh(x)) + kind(cosh(x)) + kind(tanh(x)) + kind(cbrt(x));
        sum = sum * 7 + kind(exp(x)) + kind(exp2(x)) + kind(log(x)) + kind(log2(x)) + kind(log10(x));
        sum = sum * 7 + kind(sinf(f)) + kind(expf(f)) + kind(logf(f)) + kind(tanhf(f)) + kind(acosf(f));
        for (int j = 0; j < n; j++) {
            double y = values[j];
            sum = sum * 5 + kind(pow(x, y)) + kind(atan2(x, y)) + kind(hypot(x, y)) + kind(powf(f, y));
            sum %= 1000000007;
        }
    }
    printf("%lld\n", sum);
    return 0;
}
