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

double exp(double x)
{
    return exp(x);
}

double exp2(double x)
{
    return exp2(x);
}

double log(double x)
{
    return log(x);
}

double log2(double x)
{
    return log2(x);
}

double log10(double x)
{
    return log10(x);
}

double sin(double x)
{
    return sin(x);
}

double cos(double x)
{
    return cos(x);
}

double tan(double x)
{
    return tan(x);
}

double asin(double x)
{
    return asin(x);
}

double acos(double x)
{
    return acos(x);
}

double atan(double x)
{
    return atan(x);
}

double sinh(double x)
{
    return sinh(x);
}

double cosh(double x)
{
    return cosh(x);
}

double tanh(double x)
{
    return tanh(x);
}

double cbrt(double x)
{
    return cbrt(x);
}

double fmod(double x, double y)
{
    return fmod(x, y);
}

double pow(double x, double y)
{
    return pow(x, y);
}

double atan2(double x, double y)
{
    return atan2(x, y);
}

double hypot(double x, double y)
{
    return hypot(x, y);
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

float expf(float x)
{
    return expf(x);
}

float exp2f(float x)
{
    return exp2f(x);
}

float logf(float x)
{
    return logf(x);
}

float log2f(float x)
{
    return log2f(x);
}

float log10f(float x)
{
    return log10f(x);
}

float sinf(float x)
{
    return sinf(x);
}

float cosf(float x)
{
    return cosf(x);
}

float tanf(float x)
{
    return tanf(x);
}

float asinf(float x)
{
    return asinf(x);
}

float acosf(float x)
{
    return acosf(x);
}

float atanf(float x)
{
    return atanf(x);
}

float sinhf(float x)
{
    return sinhf(x);
}

float coshf(float x)
{
    return coshf(x);
}

float tanhf(float x)
{
    return tanhf(x);
}

float cbrtf(float x)
{
    return cbrtf(x);
}

float fmodf(float x, float y)
{
    return fmodf(x, y);
}

float powf(float x, float y)
{
    return powf(x, y);
}

float atan2f(float x, float y)
{
    return atan2f(x, y);
}

float hypotf(float x, float y)
{
    return hypotf(x, y);
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

long double expl(long double x)
{
    return expl(x);
}

long double exp2l(long double x)
{
    return exp2l(x);
}

long double logl(long double x)
{
    return logl(x);
}

long double log2l(long double x)
{
    return log2l(x);
}

long double log10l(long double x)
{
    return log10l(x);
}

long double sinl(long double x)
{
    return sinl(x);
}

long double cosl(long double x)
{
    return cosl(x);
}

long double tanl(long double x)
{
    return tanl(x);
}

long double asinl(long double x)
{
    return asinl(x);
}

long double acosl(long double x)
{
    return acosl(x);
}

long double atanl(long double x)
{
    return atanl(x);
}

long double sinhl(long double x)
{
    return sinhl(x);
}

long double coshl(long double x)
{
    return coshl(x);
}

long double tanhl(long double x)
{
    return tanhl(x);
}

long double cbrtl(long double x)
{
    return cbrtl(x);
}

long double fmodl(long double x, long double y)
{
    return fmodl(x, y);
}

long double powl(long double x, long double y)
{
    return powl(x, y);
}

long double atan2l(long double x, long double y)
{
    return atan2l(x, y);
}

long double hypotl(long double x, long double y)
{
    return hypotl(x, y);
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
