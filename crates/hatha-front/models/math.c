/* <math.h>: the functions that are operations of the simulator, for programs that take
 * their address. The call by name in each body is the operation itself, not a call of
 * the function around it. */

double sqrt(double x)
{
    return sqrt(x);
}

double fabs(double x)
{
    return fabs(x);
}

double floor(double x)
{
    return floor(x);
}

double ceil(double x)
{
    return ceil(x);
}

double trunc(double x)
{
    return trunc(x);
}

double round(double x)
{
    return round(x);
}

double rint(double x)
{
    return rint(x);
}

double nearbyint(double x)
{
    return nearbyint(x);
}

double fmod(double x, double y)
{
    return fmod(x, y);
}

double fmin(double x, double y)
{
    return fmin(x, y);
}

double fmax(double x, double y)
{
    return fmax(x, y);
}

double copysign(double x, double y)
{
    return copysign(x, y);
}

double remainder(double x, double y)
{
    return remainder(x, y);
}

double ldexp(double x, int n)
{
    return ldexp(x, n);
}

double scalbn(double x, int n)
{
    return scalbn(x, n);
}

double fma(double x, double y, double z)
{
    return fma(x, y, z);
}

float sqrtf(float x)
{
    return sqrtf(x);
}

float fabsf(float x)
{
    return fabsf(x);
}

float floorf(float x)
{
    return floorf(x);
}

float ceilf(float x)
{
    return ceilf(x);
}

float truncf(float x)
{
    return truncf(x);
}

float roundf(float x)
{
    return roundf(x);
}

float rintf(float x)
{
    return rintf(x);
}

float nearbyintf(float x)
{
    return nearbyintf(x);
}

float fmodf(float x, float y)
{
    return fmodf(x, y);
}

float fminf(float x, float y)
{
    return fminf(x, y);
}

float fmaxf(float x, float y)
{
    return fmaxf(x, y);
}

float copysignf(float x, float y)
{
    return copysignf(x, y);
}

float remainderf(float x, float y)
{
    return remainderf(x, y);
}

float ldexpf(float x, int n)
{
    return ldexpf(x, n);
}

float scalbnf(float x, int n)
{
    return scalbnf(x, n);
}

float fmaf(float x, float y, float z)
{
    return fmaf(x, y, z);
}

long double sqrtl(long double x)
{
    return sqrtl(x);
}

long double fabsl(long double x)
{
    return fabsl(x);
}

long double floorl(long double x)
{
    return floorl(x);
}

long double ceill(long double x)
{
    return ceill(x);
}

long double truncl(long double x)
{
    return truncl(x);
}

long double roundl(long double x)
{
    return roundl(x);
}

long double rintl(long double x)
{
    return rintl(x);
}

long double nearbyintl(long double x)
{
    return nearbyintl(x);
}

long double fmodl(long double x, long double y)
{
    return fmodl(x, y);
}

long double fminl(long double x, long double y)
{
    return fminl(x, y);
}

long double fmaxl(long double x, long double y)
{
    return fmaxl(x, y);
}

long double copysignl(long double x, long double y)
{
    return copysignl(x, y);
}

long double remainderl(long double x, long double y)
{
    return remainderl(x, y);
}

long double ldexpl(long double x, int n)
{
    return ldexpl(x, n);
}

long double scalbnl(long double x, int n)
{
    return scalbnl(x, n);
}

long double fmal(long double x, long double y, long double z)
{
    return fmal(x, y, z);
}
