/* <stdlib.h>: floating numbers from text. The simulator does the rounding; what is
 * left to C is errno. */

extern double __hatha_parse_double(const char *s, const char **end);
extern float __hatha_parse_float(const char *s, const char **end);
extern long double __hatha_parse_long_double(const char *s, const char **end);
extern int *__errno_location(void);
extern void __hatha_unsupported_hexadecimal_number_below_the_normal_ones(void);

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The start of the number, past blanks and sign. */
static const char *unsigned_part(const char *s)
{
    while (is_space(*s))
        s++;
    return *s == '-' || *s == '+' ? s + 1 : s;
}

static int is_hexadecimal(const char *s)
{
    return s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
}

/* Whether a number in [s, end) has a digit that is not zero before its exponent. */
static int nonzero(const char *s, const char *end)
{
    int hexadecimal = is_hexadecimal(s);
    for (s += hexadecimal ? 2 : 0; s < end; s++) {
        if (*s == 'p' || *s == 'P' || (!hexadecimal && (*s == 'e' || *s == 'E')))
            return 0;
        if (*s != '0' && *s != '.')
            return 1;
    }
    return 0;
}

/* Notes ERANGE for an infinite result of a finite number, and for a result below the
 * normal numbers. A decimal number there is not exact except in cases of many
 * hundred digits; whether a hexadecimal one is exact is not computed. */
static void check(const char *text, const char *end, int infinite, int zero, int subnormal)
{
    const char *s = unsigned_part(text);
    if (end == text || !(is_digit(*s) || *s == '.'))
        return;
    int tiny = zero || subnormal;
    if (subnormal && !zero && is_hexadecimal(s))
        __hatha_unsupported_hexadecimal_number_below_the_normal_ones();
    if (infinite || (tiny && nonzero(s, end)))
        *__errno_location() = 34; /* ERANGE */
}

static double to_double(const char *s, char **end)
{
    const char *after;
    double d = __hatha_parse_double(s, &after);
    double size = d < 0 ? -d : d;
    check(s, after, size > 0x1.fffffffffffffp1023, d == 0, size < 0x1p-1022);
    if (end)
        *end = (char *)after;
    return d;
}

static float to_float(const char *s, char **end)
{
    const char *after;
    float d = __hatha_parse_float(s, &after);
    float size = d < 0 ? -d : d;
    check(s, after, size > 0x1.fffffep127f, d == 0, size < 0x1p-126f);
    if (end)
        *end = (char *)after;
    return d;
}

/* The limits are those of the x87 format; 0.5 times infinity is infinity. */
static long double to_long_double(const char *s, char **end)
{
    const char *after;
    long double d = __hatha_parse_long_double(s, &after);
    long double size = d < 0 ? -d : d;
    check(s, after, size > 0 && size * 0.5L == size, d == 0, size < 0x1p-16382L);
    if (end)
        *end = (char *)after;
    return d;
}

double strtod(const char *s, char **end)
{
    return to_double(s, end);
}

float strtof(const char *s, char **end)
{
    return to_float(s, end);
}

long double strtold(const char *s, char **end)
{
    return to_long_double(s, end);
}

double __isoc23_strtod(const char *s, char **end)
{
    return to_double(s, end);
}

float __isoc23_strtof(const char *s, char **end)
{
    return to_float(s, end);
}

long double __isoc23_strtold(const char *s, char **end)
{
    return to_long_double(s, end);
}

double atof(const char *s)
{
    return to_double(s, 0);
}
