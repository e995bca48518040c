/* <math.h>: neighbours of numbers, NaNs by name, and rounding to even whatever the rounding mode.
 * The next number has the next bits; a step from zero is the least number of the other sign. */

extern double round(double x);
extern float roundf(float x);
extern long double roundl(long double x);
extern double trunc(double x);
extern float truncf(float x);
extern long double truncl(long double x);
extern double copysign(double size, double sign);
extern float copysignf(float size, float sign);
extern long double copysignl(long double size, long double sign);

extern void __hatha_unsupported_neighbour_of_a_long_double(void);
extern void __hatha_unsupported_NaN_with_a_payload_from_text(void);

static double step(double x, int up)
{
    union {
        double value;
        unsigned long long bits;
    } u;
    u.value = x;
    if (x == 0)
        u.bits = up ? 1 : 0x8000000000000001;
    else if ((x > 0) == up)
        u.bits++;
    else
        u.bits--;
    return u.value;
}

static float stepf(float x, int up)
{
    union {
        float value;
        unsigned bits;
    } u;
    u.value = x;
    if (x == 0)
        u.bits = up ? 1 : 0x80000001;
    else if ((x > 0) == up)
        u.bits++;
    else
        u.bits--;
    return u.value;
}

double nextafter(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    return x == y ? y : step(x, x < y);
}

float nextafterf(float x, float y)
{
    if (x != x || y != y)
        return x + y;
    return x == y ? y : stepf(x, x < y);
}

long double nextafterl(long double x, long double y)
{
    if (x != x || y != y)
        return x + y;
    if (x != y)
        __hatha_unsupported_neighbour_of_a_long_double();
    return y;
}

double nexttoward(double x, long double y)
{
    if (x != x || y != y)
        return x + (double)y;
    return x == y ? (double)y : step(x, x < y);
}

float nexttowardf(float x, long double y)
{
    if (x != x || y != y)
        return x + (float)y;
    return x == y ? (float)y : stepf(x, x < y);
}

long double nexttowardl(long double x, long double y)
{
    return nextafterl(x, y);
}

double nan(const char *payload)
{
    union {
        unsigned long long bits;
        double value;
    } u;
    if (*payload)
        __hatha_unsupported_NaN_with_a_payload_from_text();
    u.bits = 0x7ff8000000000000;
    return u.value;
}

float nanf(const char *payload)
{
    union {
        unsigned bits;
        float value;
    } u;
    if (*payload)
        __hatha_unsupported_NaN_with_a_payload_from_text();
    u.bits = 0x7fc00000;
    return u.value;
}

long double nanl(const char *payload)
{
    return nan(payload);
}

/* Halves of odd numbers are between two integers; half of one of those is none. */
double roundeven(double x)
{
    double rest = x - trunc(x);
    if (rest == 0.5 || rest == -0.5)
        return copysign(2 * round(x / 2), x);
    return round(x);
}

float roundevenf(float x)
{
    float rest = x - truncf(x);
    if (rest == 0.5f || rest == -0.5f)
        return copysignf(2 * roundf(x / 2), x);
    return roundf(x);
}

long double roundevenl(long double x)
{
    long double rest = x - truncl(x);
    if (rest == 0.5L || rest == -0.5L)
        return copysignl(2 * roundl(x / 2), x);
    return roundl(x);
}
