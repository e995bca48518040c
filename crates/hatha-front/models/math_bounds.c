/* <math.h>: functions whose results a proof knows by their bounds alone. What each assumes of the
 * library (a result is a NaN only where there is none, and lies where the function's exact values lie)
 * is printed with an answer. Conditions are single expressions, so that they are no branches. */

extern void __hatha_assume(int condition);

extern double __hatha_math_sin(double);

double sin(double x)
{
    double r = __hatha_math_sin(x);
    int finite = (x >= -0x1.fffffffffffffp+1023) & (x <= 0x1.fffffffffffffp+1023);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern double __hatha_math_cos(double);

double cos(double x)
{
    double r = __hatha_math_cos(x);
    int finite = (x >= -0x1.fffffffffffffp+1023) & (x <= 0x1.fffffffffffffp+1023);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern double __hatha_math_tan(double);

double tan(double x)
{
    double r = __hatha_math_tan(x);
    int finite = (x >= -0x1.fffffffffffffp+1023) & (x <= 0x1.fffffffffffffp+1023);
    __hatha_assume((finite & (r == r)) | (!finite & (r != r)));
    return r;
}

extern double __hatha_math_asin(double);

double asin(double x)
{
    double r = __hatha_math_asin(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= -0x1.921fb54442d19p+0) & (r <= 0x1.921fb54442d19p+0) & ((x <=
        0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | (!inside & (r != r)));
    return r;
}

extern double __hatha_math_acos(double);

double acos(double x)
{
    double r = __hatha_math_acos(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= 0) & (r <= 0x1.921fb54442d19p+1)) | (!inside & (r != r)));
    return r;
}

extern double __hatha_math_atan(double);

double atan(double x)
{
    double r = __hatha_math_atan(x);
    __hatha_assume(((r >= -0x1.921fb54442d19p+0) & (r <= 0x1.921fb54442d19p+0) & ((x <= 0) | (r
        >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r != r)));
    return r;
}

extern double __hatha_math_atan2(double, double);

double atan2(double x, double y)
{
    double r = __hatha_math_atan2(x, y);
    __hatha_assume(((x == x) & (y == y) & (r >= -0x1.921fb54442d19p+1) & (r <=
        0x1.921fb54442d19p+1)) | (((x != x) | (y != y)) & (r != r)));
    return r;
}

extern double __hatha_math_sinh(double);

double sinh(double x)
{
    double r = __hatha_math_sinh(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern double __hatha_math_cosh(double);

double cosh(double x)
{
    double r = __hatha_math_cosh(x);
    __hatha_assume((r >= 1) | ((x != x) & (r != r)));
    return r;
}

extern double __hatha_math_tanh(double);

double tanh(double x)
{
    double r = __hatha_math_tanh(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x
        != x) & (r != r)));
    return r;
}

extern double __hatha_math_exp(double);

double exp(double x)
{
    double r = __hatha_math_exp(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 709.0) | (r <=
        0x1.fffffffffffffp+1023))) | ((x != x) & (r != r)));
    return r;
}

extern double __hatha_math_exp2(double);

double exp2(double x)
{
    double r = __hatha_math_exp2(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 1023.0) | (r
        <= 0x1.fffffffffffffp+1023))) | ((x != x) & (r != r)));
    return r;
}

extern double __hatha_math_log(double);

double log(double x)
{
    double r = __hatha_math_log(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffp+1023) | (r <= 710.0)) & ((x == 0) | (r >= -745.0))) | (!(x >= 0) & (r
        != r)));
    return r;
}

extern double __hatha_math_log2(double);

double log2(double x)
{
    double r = __hatha_math_log2(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffp+1023) | (r <= 1024.0)) & ((x == 0) | (r >= -1074.0))) | (!(x >= 0) &
        (r != r)));
    return r;
}

extern double __hatha_math_log10(double);

double log10(double x)
{
    double r = __hatha_math_log10(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffp+1023) | (r <= 309.0)) & ((x == 0) | (r >= -324.0))) | (!(x >= 0) & (r
        != r)));
    return r;
}

extern double __hatha_math_pow(double, double);

double pow(double x, double y)
{
    double r = __hatha_math_pow(x, y);
    __hatha_assume((!(((x == 1) & (y == y)) | ((y == 0) & (x == x))) | (r == 1)) & (!((x > 0) &
        (y == y)) | (r >= 0)) & (!((x >= 1) & (y >= 0)) | (r >= 1)) & (!((x > 0) & (x <= 1) & (y
        >= 0)) | (r <= 1)));
    return r;
}

extern double __hatha_math_cbrt(double);

double cbrt(double x)
{
    double r = __hatha_math_cbrt(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern double __hatha_math_hypot(double, double);

double hypot(double x, double y)
{
    double r = __hatha_math_hypot(x, y);
    __hatha_assume((r >= 0) | (((x != x) | (y != y)) & (r != r)));
    return r;
}

extern float __hatha_math_sinf(float);

float sinf(float x)
{
    float r = __hatha_math_sinf(x);
    int finite = (x >= -0x1.fffffep+127f) & (x <= 0x1.fffffep+127f);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern float __hatha_math_cosf(float);

float cosf(float x)
{
    float r = __hatha_math_cosf(x);
    int finite = (x >= -0x1.fffffep+127f) & (x <= 0x1.fffffep+127f);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern float __hatha_math_tanf(float);

float tanf(float x)
{
    float r = __hatha_math_tanf(x);
    int finite = (x >= -0x1.fffffep+127f) & (x <= 0x1.fffffep+127f);
    __hatha_assume((finite & (r == r)) | (!finite & (r != r)));
    return r;
}

extern float __hatha_math_asinf(float);

float asinf(float x)
{
    float r = __hatha_math_asinf(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= -0x1.921fb8p+0f) & (r <= 0x1.921fb8p+0f) & ((x <= 0) | (r >=
        0)) & ((x >= 0) | (r <= 0))) | (!inside & (r != r)));
    return r;
}

extern float __hatha_math_acosf(float);

float acosf(float x)
{
    float r = __hatha_math_acosf(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= 0) & (r <= 0x1.921fb8p+1f)) | (!inside & (r != r)));
    return r;
}

extern float __hatha_math_atanf(float);

float atanf(float x)
{
    float r = __hatha_math_atanf(x);
    __hatha_assume(((r >= -0x1.921fb8p+0f) & (r <= 0x1.921fb8p+0f) & ((x <= 0) | (r >= 0)) & ((x
        >= 0) | (r <= 0))) | ((x != x) & (r != r)));
    return r;
}

extern float __hatha_math_atan2f(float, float);

float atan2f(float x, float y)
{
    float r = __hatha_math_atan2f(x, y);
    __hatha_assume(((x == x) & (y == y) & (r >= -0x1.921fb8p+1f) & (r <= 0x1.921fb8p+1f)) | (((x
        != x) | (y != y)) & (r != r)));
    return r;
}

extern float __hatha_math_sinhf(float);

float sinhf(float x)
{
    float r = __hatha_math_sinhf(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern float __hatha_math_coshf(float);

float coshf(float x)
{
    float r = __hatha_math_coshf(x);
    __hatha_assume((r >= 1) | ((x != x) & (r != r)));
    return r;
}

extern float __hatha_math_tanhf(float);

float tanhf(float x)
{
    float r = __hatha_math_tanhf(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x
        != x) & (r != r)));
    return r;
}

extern float __hatha_math_expf(float);

float expf(float x)
{
    float r = __hatha_math_expf(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 88.0f) | (r <=
        0x1.fffffep+127f))) | ((x != x) & (r != r)));
    return r;
}

extern float __hatha_math_exp2f(float);

float exp2f(float x)
{
    float r = __hatha_math_exp2f(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 127.0f) | (r
        <= 0x1.fffffep+127f))) | ((x != x) & (r != r)));
    return r;
}

extern float __hatha_math_logf(float);

float logf(float x)
{
    float r = __hatha_math_logf(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffep+127f) | (r <= 89.0f)) & ((x == 0) | (r >= -104.0f))) | (!(x >= 0) & (r != r)));
    return r;
}

extern float __hatha_math_log2f(float);

float log2f(float x)
{
    float r = __hatha_math_log2f(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffep+127f) | (r <= 128.0f)) & ((x == 0) | (r >= -149.0f))) | (!(x >= 0) & (r !=
        r)));
    return r;
}

extern float __hatha_math_log10f(float);

float log10f(float x)
{
    float r = __hatha_math_log10f(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffep+127f) | (r <= 39.0f)) & ((x == 0) | (r >= -45.0f))) | (!(x >= 0) & (r != r)));
    return r;
}

extern float __hatha_math_powf(float, float);

float powf(float x, float y)
{
    float r = __hatha_math_powf(x, y);
    __hatha_assume((!(((x == 1) & (y == y)) | ((y == 0) & (x == x))) | (r == 1)) & (!((x > 0) &
        (y == y)) | (r >= 0)) & (!((x >= 1) & (y >= 0)) | (r >= 1)) & (!((x > 0) & (x <= 1) & (y
        >= 0)) | (r <= 1)));
    return r;
}

extern float __hatha_math_cbrtf(float);

float cbrtf(float x)
{
    float r = __hatha_math_cbrtf(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern float __hatha_math_hypotf(float, float);

float hypotf(float x, float y)
{
    float r = __hatha_math_hypotf(x, y);
    __hatha_assume((r >= 0) | (((x != x) | (y != y)) & (r != r)));
    return r;
}

extern long double __hatha_math_sinl(long double);

long double sinl(long double x)
{
    long double r = __hatha_math_sinl(x);
    int finite = (x >= -0x1.fffffffffffffffep+16383L) & (x <= 0x1.fffffffffffffffep+16383L);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern long double __hatha_math_cosl(long double);

long double cosl(long double x)
{
    long double r = __hatha_math_cosl(x);
    int finite = (x >= -0x1.fffffffffffffffep+16383L) & (x <= 0x1.fffffffffffffffep+16383L);
    __hatha_assume((finite & (r >= -1) & (r <= 1)) | (!finite & (r != r)));
    return r;
}

extern long double __hatha_math_tanl(long double);

long double tanl(long double x)
{
    long double r = __hatha_math_tanl(x);
    int finite = (x >= -0x1.fffffffffffffffep+16383L) & (x <= 0x1.fffffffffffffffep+16383L);
    __hatha_assume((finite & (r == r)) | (!finite & (r != r)));
    return r;
}

extern long double __hatha_math_asinl(long double);

long double asinl(long double x)
{
    long double r = __hatha_math_asinl(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= -0x1.921fb54442d1846cp+0L) & (r <= 0x1.921fb54442d1846cp+0L) &
        ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | (!inside & (r != r)));
    return r;
}

extern long double __hatha_math_acosl(long double);

long double acosl(long double x)
{
    long double r = __hatha_math_acosl(x);
    int inside = (x >= -1) & (x <= 1);
    __hatha_assume((inside & (r >= 0) & (r <= 0x1.921fb54442d1846cp+1L)) | (!inside & (r != r)));
    return r;
}

extern long double __hatha_math_atanl(long double);

long double atanl(long double x)
{
    long double r = __hatha_math_atanl(x);
    __hatha_assume(((r >= -0x1.921fb54442d1846cp+0L) & (r <= 0x1.921fb54442d1846cp+0L) & ((x <=
        0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r != r)));
    return r;
}

extern long double __hatha_math_atan2l(long double, long double);

long double atan2l(long double x, long double y)
{
    long double r = __hatha_math_atan2l(x, y);
    __hatha_assume(((x == x) & (y == y) & (r >= -0x1.921fb54442d1846cp+1L) & (r <=
        0x1.921fb54442d1846cp+1L)) | (((x != x) | (y != y)) & (r != r)));
    return r;
}

extern long double __hatha_math_sinhl(long double);

long double sinhl(long double x)
{
    long double r = __hatha_math_sinhl(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern long double __hatha_math_coshl(long double);

long double coshl(long double x)
{
    long double r = __hatha_math_coshl(x);
    __hatha_assume((r >= 1) | ((x != x) & (r != r)));
    return r;
}

extern long double __hatha_math_tanhl(long double);

long double tanhl(long double x)
{
    long double r = __hatha_math_tanhl(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x
        != x) & (r != r)));
    return r;
}

extern long double __hatha_math_expl(long double);

long double expl(long double x)
{
    long double r = __hatha_math_expl(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 11356.0L) | (r
        <= 0x1.fffffffffffffffep+16383L))) | ((x != x) & (r != r)));
    return r;
}

extern long double __hatha_math_exp2l(long double);

long double exp2l(long double x)
{
    long double r = __hatha_math_exp2l(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1)) & ((x > 16383.0L) | (r
        <= 0x1.fffffffffffffffep+16383L))) | ((x != x) & (r != r)));
    return r;
}

extern long double __hatha_math_logl(long double);

long double logl(long double x)
{
    long double r = __hatha_math_logl(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffffep+16383L) | (r <= 11357.0L)) & ((x == 0) | (r >= -11400.0L))) | (!(x
        >= 0) & (r != r)));
    return r;
}

extern long double __hatha_math_log2l(long double);

long double log2l(long double x)
{
    long double r = __hatha_math_log2l(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffffep+16383L) | (r <= 16384.0L)) & ((x == 0) | (r >= -16445.0L))) | (!(x
        >= 0) & (r != r)));
    return r;
}

extern long double __hatha_math_log10l(long double);

long double log10l(long double x)
{
    long double r = __hatha_math_log10l(x);
    __hatha_assume(((x >= 0) & (r == r) & ((x < 1) | (r >= 0)) & ((x > 1) | (r <= 0)) & ((x >
        0x1.fffffffffffffffep+16383L) | (r <= 4933.0L)) & ((x == 0) | (r >= -4951.0L))) | (!(x >=
        0) & (r != r)));
    return r;
}

extern long double __hatha_math_powl(long double, long double);

long double powl(long double x, long double y)
{
    long double r = __hatha_math_powl(x, y);
    __hatha_assume((!(((x == 1) & (y == y)) | ((y == 0) & (x == x))) | (r == 1)) & (!((x > 0) &
        (y == y)) | (r >= 0)) & (!((x >= 1) & (y >= 0)) | (r >= 1)) & (!((x > 0) & (x <= 1) & (y
        >= 0)) | (r <= 1)));
    return r;
}

extern long double __hatha_math_cbrtl(long double);

long double cbrtl(long double x)
{
    long double r = __hatha_math_cbrtl(x);
    __hatha_assume(((r == r) & ((x <= 0) | (r >= 0)) & ((x >= 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

extern long double __hatha_math_hypotl(long double, long double);

long double hypotl(long double x, long double y)
{
    long double r = __hatha_math_hypotl(x, y);
    __hatha_assume((r >= 0) | (((x != x) | (y != y)) & (r != r)));
    return r;
}
