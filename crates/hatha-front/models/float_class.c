/* <math.h>: the functions behind the classification macros. Comparisons say it all;
 * only the sign of zero and of a NaN needs copysign. */

extern double copysign(double size, double sign);
extern float copysignf(float size, float sign);
extern long double copysignl(long double size, long double sign);

static int infinite(double x)
{
    return x > 0x1.fffffffffffffp1023 ? 1 : x < -0x1.fffffffffffffp1023 ? -1 : 0;
}

static int classify(double x)
{
    enum { NAN_, INFINITE, ZERO, SUBNORMAL, NORMAL };
    if (x != x)
        return NAN_;
    if (infinite(x))
        return INFINITE;
    if (x == 0)
        return ZERO;
    return x < 0x1p-1022 && x > -0x1p-1022 ? SUBNORMAL : NORMAL;
}

int __isnan(double x)
{
    return x != x;
}

int __isinf(double x)
{
    return infinite(x);
}

int __finite(double x)
{
    return x == x && !infinite(x);
}

int isnan(double x)
{
    return x != x;
}

int isinf(double x)
{
    return infinite(x);
}

int finite(double x)
{
    return x == x && !infinite(x);
}

int __signbit(double x)
{
    return copysign(1, x) < 0;
}

int __fpclassify(double x)
{
    return classify(x);
}

static int infinitef(float x)
{
    return x > 0x1.fffffep127f ? 1 : x < -0x1.fffffep127f ? -1 : 0;
}

static int classifyf(float x)
{
    enum { NAN_, INFINITE, ZERO, SUBNORMAL, NORMAL };
    if (x != x)
        return NAN_;
    if (infinitef(x))
        return INFINITE;
    if (x == 0)
        return ZERO;
    return x < 0x1p-126f && x > -0x1p-126f ? SUBNORMAL : NORMAL;
}

int __isnanf(float x)
{
    return x != x;
}

int __isinff(float x)
{
    return infinitef(x);
}

int __finitef(float x)
{
    return x == x && !infinitef(x);
}

int isnanf(float x)
{
    return x != x;
}

int isinff(float x)
{
    return infinitef(x);
}

int finitef(float x)
{
    return x == x && !infinitef(x);
}

int __signbitf(float x)
{
    return copysignf(1, x) < 0;
}

int __fpclassifyf(float x)
{
    return classifyf(x);
}

/* Only an infinity, of all numbers, does not give a zero if it is taken from itself. */
static int infinitel(long double x)
{
    if (x != x || x - x == 0)
        return 0;
    return x > 0 ? 1 : -1;
}

static int classifyl(long double x)
{
    enum { NAN_, INFINITE, ZERO, SUBNORMAL, NORMAL };
    if (x != x)
        return NAN_;
    if (infinitel(x))
        return INFINITE;
    if (x == 0)
        return ZERO;
    return x < 0x1p-16382L && x > -0x1p-16382L ? SUBNORMAL : NORMAL;
}

int __isnanl(long double x)
{
    return x != x;
}

int __isinfl(long double x)
{
    return infinitel(x);
}

int __finitel(long double x)
{
    return x == x && !infinitel(x);
}

int isnanl(long double x)
{
    return x != x;
}

int isinfl(long double x)
{
    return infinitel(x);
}

int finitel(long double x)
{
    return x == x && !infinitel(x);
}

int __signbitl(long double x)
{
    return copysignl(1, x) < 0;
}

int __fpclassifyl(long double x)
{
    return classifyl(x);
}
