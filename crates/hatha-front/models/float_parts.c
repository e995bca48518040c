/* <math.h>: taking numbers apart, and rounding to integers. The rounding itself and
 * ldexp are operations of the simulator. */

extern void __hatha_unsupported_number_beyond_the_integers_that_it_is_rounded_to(void);
extern double trunc(double x);
extern double round(double x);
extern double rint(double x);
extern double ldexp(double x, int n);
extern double copysign(double size, double sign);
extern float truncf(float x);
extern float roundf(float x);
extern float rintf(float x);
extern float ldexpf(float x, int n);
extern float copysignf(float size, float sign);
extern long double truncl(long double x);
extern long double roundl(long double x);
extern long double rintl(long double x);
extern long double ldexpl(long double x, int n);
extern long double copysignl(long double size, long double sign);

/* A power of two far outside is as good as one a little outside. */
static int limit(long n)
{
    return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n;
}

/* Neither zero, nor infinite, nor a NaN: those are their own fraction. The sum of two is the same
 * again, of signalling NaNs a quiet one. */
static int has_exponent(double x)
{
    return x == x && x != 0 && x - x == 0;
}

/* The exponent is read from the bits; a subnormal number is scaled up first, exactly. */
static double fraction(double x, int *exponent)
{
    union { double value; unsigned long long bits; } u;
    int shift = 0;
    *exponent = 0;
    if (!has_exponent(x))
        return x + x;
    u.value = x;
    if (!(u.bits << 1 >> 53)) {
        u.value = x * 0x1p54;
        shift = 54;
    }
    *exponent = (int)(u.bits << 1 >> 53) - 1022 - shift;
    u.bits = (u.bits & 0x800fffffffffffffULL) | 0x3fe0000000000000ULL;
    return u.value;
}

/* Neither zero, nor infinite, nor a NaN: those are their own fraction. The sum of two is the same
 * again, of signalling NaNs a quiet one. */
static int has_exponentf(float x)
{
    return x == x && x != 0 && x - x == 0;
}

/* The exponent is read from the bits; a subnormal number is scaled up first, exactly. */
static float fractionf(float x, int *exponent)
{
    union { float value; unsigned bits; } u;
    int shift = 0;
    *exponent = 0;
    if (!has_exponentf(x))
        return x + x;
    u.value = x;
    if (!(u.bits << 1 >> 24)) {
        u.value = x * 0x1p25f;
        shift = 25;
    }
    *exponent = (int)(u.bits << 1 >> 24) - 126 - shift;
    u.bits = (u.bits & 0x807fffffu) | 0x3f000000u;
    return u.value;
}

/* Neither zero, nor infinite, nor a NaN: those are their own fraction. The sum of two is the same
 * again, of signalling NaNs a quiet one. */
static int has_exponentl(long double x)
{
    return x == x && x != 0 && x - x == 0;
}

/* Scaling by powers of two is exact, upwards from the subnormal numbers too. */
static long double fractionl(long double x, int *exponent)
{
    *exponent = 0;
    long double size = x < 0 ? -x : x;
    if (!has_exponentl(x))
        return x + x;
    for (; size >= (long double)0x1p64; size *= (long double)0x1p-64)
        *exponent += 64;
    for (; size >= 1; size *= (long double)0.5)
        ++*exponent;
    for (; size < (long double)0x1p-64; size *= (long double)0x1p64)
        *exponent -= 64;
    for (; size < (long double)0.5; size *= 2)
        --*exponent;
    return x < 0 ? -size : size;
}

double frexp(double x, int *exponent)
{
    return fraction(x, exponent);
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    /* An infinity has no fraction, and infinity minus infinity is no number. */
    return copysign(*whole == x ? 0 : x - *whole, x);
}

double scalbln(double x, long n)
{
    return ldexp(x, limit(n));
}

int ilogb(double x)
{
    int exponent;
    double m = fraction(x, &exponent);
    if (x == 0 || x != x)
        return -2147483647 - 1;
    return m == x && (x >= 1 || x <= -1) ? 2147483647 : exponent - 1;
}

double logb(double x)
{
    int exponent;
    double m = fraction(x, &exponent);
    if (x == 0)
        return -1 / (x * x);
    if (x != x || (m == x && (x >= 1 || x <= -1)))
        return x * x;
    return (double)(exponent - 1);
}

double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

/* What lies in the type whose least number this is. Beyond it C leaves the result open, which is no
 * fault as that of a conversion is. */
static double fitting(double x, double least)
{
    if (!(x >= least && x < -least))
        __hatha_unsupported_number_beyond_the_integers_that_it_is_rounded_to();
    return x;
}

long lround(double x)
{
    return (long)fitting(round(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llround(double x)
{
    return (long long)fitting(round(x), -0x7fffffffffffffffll - 1);
}

long lrint(double x)
{
    return (long)fitting(rint(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llrint(double x)
{
    return (long long)fitting(rint(x), -0x7fffffffffffffffll - 1);
}

float frexpf(float x, int *exponent)
{
    return fractionf(x, exponent);
}

float modff(float x, float *whole)
{
    *whole = truncf(x);
    /* An infinity has no fraction, and infinity minus infinity is no number. */
    return copysignf(*whole == x ? 0 : x - *whole, x);
}

float scalblnf(float x, long n)
{
    return ldexpf(x, limit(n));
}

int ilogbf(float x)
{
    int exponent;
    float m = fractionf(x, &exponent);
    if (x == 0 || x != x)
        return -2147483647 - 1;
    return m == x && (x >= 1 || x <= -1) ? 2147483647 : exponent - 1;
}

float logbf(float x)
{
    int exponent;
    float m = fractionf(x, &exponent);
    if (x == 0)
        return -1 / (x * x);
    if (x != x || (m == x && (x >= 1 || x <= -1)))
        return x * x;
    return (float)(exponent - 1);
}

float fdimf(float x, float y)
{
    return x <= y ? 0 : x - y;
}

/* What lies in the type whose least number this is. Beyond it C leaves the result open, which is no
 * fault as that of a conversion is. */
static float fittingf(float x, float least)
{
    if (!(x >= least && x < -least))
        __hatha_unsupported_number_beyond_the_integers_that_it_is_rounded_to();
    return x;
}

long lroundf(float x)
{
    return (long)fittingf(roundf(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llroundf(float x)
{
    return (long long)fittingf(roundf(x), -0x7fffffffffffffffll - 1);
}

long lrintf(float x)
{
    return (long)fittingf(rintf(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llrintf(float x)
{
    return (long long)fittingf(rintf(x), -0x7fffffffffffffffll - 1);
}

long double frexpl(long double x, int *exponent)
{
    return fractionl(x, exponent);
}

long double modfl(long double x, long double *whole)
{
    *whole = truncl(x);
    /* An infinity has no fraction, and infinity minus infinity is no number. */
    return copysignl(*whole == x ? 0 : x - *whole, x);
}

long double scalblnl(long double x, long n)
{
    return ldexpl(x, limit(n));
}

int ilogbl(long double x)
{
    int exponent;
    long double m = fractionl(x, &exponent);
    if (x == 0 || x != x)
        return -2147483647 - 1;
    return m == x && (x >= 1 || x <= -1) ? 2147483647 : exponent - 1;
}

long double logbl(long double x)
{
    int exponent;
    long double m = fractionl(x, &exponent);
    if (x == 0)
        return -1 / (x * x);
    if (x != x || (m == x && (x >= 1 || x <= -1)))
        return x * x;
    return (long double)(exponent - 1);
}

long double fdiml(long double x, long double y)
{
    return x <= y ? 0 : x - y;
}

/* What lies in the type whose least number this is. Beyond it C leaves the result open, which is no
 * fault as that of a conversion is. */
static long double fittingl(long double x, long double least)
{
    if (!(x >= least && x < -least))
        __hatha_unsupported_number_beyond_the_integers_that_it_is_rounded_to();
    return x;
}

long lroundl(long double x)
{
    return (long)fittingl(roundl(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llroundl(long double x)
{
    return (long long)fittingl(roundl(x), -0x7fffffffffffffffll - 1);
}

long lrintl(long double x)
{
    return (long)fittingl(rintl(x), -(long)((unsigned long)-1 / 2) - 1);
}

long long llrintl(long double x)
{
    return (long long)fittingl(rintl(x), -0x7fffffffffffffffll - 1);
}
