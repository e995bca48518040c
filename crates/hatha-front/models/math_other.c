/* <math.h>: functions that nothing here computes. A proof knows them by their bounds, as those of
 * math_bounds.c; a test that comes to one ends there without an answer. */

extern void __hatha_assume(int condition);
extern double __hatha_math_other(double);
extern float __hatha_math_otherf(float);
extern long double __hatha_math_otherl(long double);
extern void __hatha_unsupported_lgamma(void);
extern void __hatha_unsupported_quotient_of_remquo(void);

double expm1(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((r >= -1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

double log1p(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((x >= -1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | (!(x >=
        -1) & (r != r)));
    return r;
}

double asinh(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

double acosh(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((x >= 1) & (r >= 0)) | (!(x >= 1) & (r != r)));
    return r;
}

double atanh(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((x >= -1) & (x <= 1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) |
        (!((x >= -1) & (x <= 1)) & (r != r)));
    return r;
}

double erf(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x)
        & (r != r)));
    return r;
}

double erfc(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((r >= 0) & (r <= 2)) | ((x != x) & (r != r)));
    return r;
}

double tgamma(double x)
{
    return __hatha_math_other(x);
}

double exp10(double x)
{
    double r = __hatha_math_other(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1))) | ((x != x) & (r !=
        r)));
    return r;
}

double j0(double x)
{
    return __hatha_math_other(x);
}

double j1(double x)
{
    return __hatha_math_other(x);
}

double y0(double x)
{
    return __hatha_math_other(x);
}

double y1(double x)
{
    return __hatha_math_other(x);
}

double lgamma(double x)
{
    __hatha_unsupported_lgamma();
    return x;
}

double gamma(double x)
{
    __hatha_unsupported_lgamma();
    return x;
}

double lgamma_r(double x, int *sign)
{
    __hatha_unsupported_lgamma();
    return x;
}

double jn(int n, double x)
{
    return __hatha_math_other(x);
}

double yn(int n, double x)
{
    return __hatha_math_other(x);
}

double remquo(double x, double y, int *quotient)
{
    __hatha_unsupported_quotient_of_remquo();
    return x;
}

float expm1f(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((r >= -1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

float log1pf(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((x >= -1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | (!(x >=
        -1) & (r != r)));
    return r;
}

float asinhf(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

float acoshf(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((x >= 1) & (r >= 0)) | (!(x >= 1) & (r != r)));
    return r;
}

float atanhf(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((x >= -1) & (x <= 1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) |
        (!((x >= -1) & (x <= 1)) & (r != r)));
    return r;
}

float erff(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x)
        & (r != r)));
    return r;
}

float erfcf(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((r >= 0) & (r <= 2)) | ((x != x) & (r != r)));
    return r;
}

float tgammaf(float x)
{
    return __hatha_math_otherf(x);
}

float exp10f(float x)
{
    float r = __hatha_math_otherf(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1))) | ((x != x) & (r !=
        r)));
    return r;
}

float j0f(float x)
{
    return __hatha_math_otherf(x);
}

float j1f(float x)
{
    return __hatha_math_otherf(x);
}

float y0f(float x)
{
    return __hatha_math_otherf(x);
}

float y1f(float x)
{
    return __hatha_math_otherf(x);
}

float lgammaf(float x)
{
    __hatha_unsupported_lgamma();
    return x;
}

float gammaf(float x)
{
    __hatha_unsupported_lgamma();
    return x;
}

float lgammaf_r(float x, int *sign)
{
    __hatha_unsupported_lgamma();
    return x;
}

float jnf(int n, float x)
{
    return __hatha_math_otherf(x);
}

float ynf(int n, float x)
{
    return __hatha_math_otherf(x);
}

float remquof(float x, float y, int *quotient)
{
    __hatha_unsupported_quotient_of_remquo();
    return x;
}

long double expm1l(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((r >= -1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

long double log1pl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((x >= -1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | (!(x >=
        -1) & (r != r)));
    return r;
}

long double asinhl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x) & (r !=
        r)));
    return r;
}

long double acoshl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((x >= 1) & (r >= 0)) | (!(x >= 1) & (r != r)));
    return r;
}

long double atanhl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((x >= -1) & (x <= 1) & (r == r) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) |
        (!((x >= -1) & (x <= 1)) & (r != r)));
    return r;
}

long double erfl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((r >= -1) & (r <= 1) & ((x < 0) | (r >= 0)) & ((x > 0) | (r <= 0))) | ((x != x)
        & (r != r)));
    return r;
}

long double erfcl(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((r >= 0) & (r <= 2)) | ((x != x) & (r != r)));
    return r;
}

long double tgammal(long double x)
{
    return __hatha_math_otherl(x);
}

long double exp10l(long double x)
{
    long double r = __hatha_math_otherl(x);
    __hatha_assume(((r >= 0) & ((x < 0) | (r >= 1)) & ((x > 0) | (r <= 1))) | ((x != x) & (r !=
        r)));
    return r;
}

long double j0l(long double x)
{
    return __hatha_math_otherl(x);
}

long double j1l(long double x)
{
    return __hatha_math_otherl(x);
}

long double y0l(long double x)
{
    return __hatha_math_otherl(x);
}

long double y1l(long double x)
{
    return __hatha_math_otherl(x);
}

long double lgammal(long double x)
{
    __hatha_unsupported_lgamma();
    return x;
}

long double gammal(long double x)
{
    __hatha_unsupported_lgamma();
    return x;
}

long double lgammal_r(long double x, int *sign)
{
    __hatha_unsupported_lgamma();
    return x;
}

long double jnl(int n, long double x)
{
    return __hatha_math_otherl(x);
}

long double ynl(int n, long double x)
{
    return __hatha_math_otherl(x);
}

long double remquol(long double x, long double y, int *quotient)
{
    __hatha_unsupported_quotient_of_remquo();
    return x;
}
