/* <stdlib.h> and <inttypes.h>: integers from text, in the C locale.
 *
 * One scanner reads sign, prefix and digits into a magnitude; the public functions
 * clamp it to their type. The names with `__isoc23_` are those that C23 headers use:
 * they know the prefix 0b as well. */

extern int *__errno_location(void);

/* What the text says. */
struct number {
    unsigned long long magnitude;
    int negative;
    /* The magnitude does not fit. */
    int large;
    /* No more digits than these, or 0 if they were not counted. */
    size_t digits;
};

/* The tests of bytes are arithmetic: a branch for each would multiply the executions of a text
 * that is not known. */
static int is_space(char c)
{
    return (c == ' ') | ((unsigned char)(c - '\t') < 5);
}

/* The value of a digit, 99 if it is none. */
static int digit(char c)
{
    unsigned value = (unsigned char)c - '0';
    unsigned letter = ((unsigned char)c | 32) - 'a';
    unsigned is_digit = value < 10;
    unsigned is_letter = letter < 26;
    return (int)((value & -is_digit) | ((letter + 10) & -is_letter) | (99 & (is_digit | is_letter) - 1));
}

/* Whether "0x" or "0b" stands at s with a digit of the base behind it. */
static int prefixed(const char *s, char letter, int base)
{
    return s[0] == '0' && (s[1] == letter || s[1] == letter - 'a' + 'A') && digit(s[2]) < base;
}

/* Passes the prefix and settles the base. */
static const char *read_prefix(const char *s, int *base, int binary)
{
    if ((*base == 0 || *base == 16) && prefixed(s, 'x', 16)) {
        *base = 16;
        return s + 2;
    }
    if (binary && (*base == 0 || *base == 2) && prefixed(s, 'b', 2)) {
        *base = 2;
        return s + 2;
    }
    if (*base == 0)
        *base = *s == '0' ? 8 : 10;
    return s;
}

static const char *read_digits(const char *s, int base, struct number *n)
{
    unsigned long long most = (unsigned long long)-1;
    for (; digit(*s) < base; s++) {
        unsigned long long d = (unsigned long long)digit(*s);
        if (n->magnitude > (most - d) / (unsigned)base)
            n->large = 1;
        else
            n->magnitude = n->magnitude * (unsigned)base + d;
    }
    return s;
}

/* Reads a number in base 10. The one branch for each byte is whether the number goes on. */
static struct number scan_decimal(const char *text, char **end)
{
    unsigned long long magnitude = 0;
    unsigned started = 0, negative = 0, any = 0;
    int large = 0;
    size_t i = 0;
    for (;; i++) {
        unsigned c = (unsigned char)text[i];
        unsigned value = c - '0';
        unsigned is_digit = value < 10;
        unsigned is_sign = (c == '-') | (c == '+');
        unsigned is_before = is_sign | (c == ' ') | (c - '\t' < 5);
        if (!(is_digit | (is_before & ~started)))
            break;
        started |= is_digit | is_sign;
        negative |= c == '-';
        any |= is_digit;
        /* So few digits fit, and before the first one there is nothing to multiply. */
        if (i < 19)
            magnitude = magnitude * 10 + (value & 15 & -is_digit);
        else if (is_digit && magnitude > ((unsigned long long)-1 - value) / 10)
            large = 1;
        else if (is_digit)
            magnitude = magnitude * 10 + value;
    }
    if (end)
        *end = (char *)(any ? text + i : text);
    struct number n = {magnitude, (int)negative, large, i};
    return n;
}

/* Reads a number; `end`, if not null, becomes the end of what was used. */
static struct number scan(const char *text, char **end, int base, int binary)
{
    struct number n = {0, 0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22; /* EINVAL */
        return n;
    }
    if (base == 10)
        return scan_decimal(text, end);
    const char *s = text;
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        n.negative = *s++ == '-';
    s = read_prefix(s, &base, binary);
    const char *after = read_digits(s, base, &n);
    if (end)
        *end = (char *)(after == s ? text : after);
    return n;
}

static void out_of_range(void)
{
    *__errno_location() = 34; /* ERANGE */
}

/* Whether a magnitude may be above a limit by the number of its digits. */
static int may_exceed(struct number n, unsigned long long limit)
{
    size_t room = limit >= 999999999999999999ull ? 18 : limit >= 999999999 ? 9 : 0;
    return n.digits == 0 || n.digits > room;
}

/* The value in a signed type whose largest value is `most`. */
static long long clamp(struct number n, long long most)
{
    unsigned long long limit = (unsigned long long)most + (unsigned)n.negative;
    if (may_exceed(n, most) && (n.large || n.magnitude > limit)) {
        out_of_range();
        return n.negative ? -most - 1 : most;
    }
    unsigned long long sign = -(unsigned long long)(unsigned)n.negative;
    return (long long)((n.magnitude ^ sign) - sign);
}

/* The value in an unsigned type; a minus sign negates there. */
static unsigned long long clamp_unsigned(struct number n, unsigned long long most)
{
    if (may_exceed(n, most) && (n.large || n.magnitude > most)) {
        out_of_range();
        return most;
    }
    return n.negative ? -n.magnitude & most : n.magnitude;
}

static long to_long(const char *s, char **end, int base, int binary)
{
    return (long)clamp(scan(s, end, base, binary), (long)((unsigned long)-1 / 2));
}

static long long to_long_long(const char *s, char **end, int base, int binary)
{
    return clamp(scan(s, end, base, binary), (long long)((unsigned long long)-1 / 2));
}

static unsigned long to_unsigned_long(const char *s, char **end, int base, int binary)
{
    return (unsigned long)clamp_unsigned(scan(s, end, base, binary), (unsigned long)-1);
}

static unsigned long long to_unsigned_long_long(const char *s, char **end, int base, int binary)
{
    return clamp_unsigned(scan(s, end, base, binary), (unsigned long long)-1);
}

long strtol(const char *s, char **end, int base)
{
    return to_long(s, end, base, 0);
}

long long strtoll(const char *s, char **end, int base)
{
    return to_long_long(s, end, base, 0);
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return to_unsigned_long(s, end, base, 0);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    return to_unsigned_long_long(s, end, base, 0);
}

intmax_t strtoimax(const char *s, char **end, int base)
{
    return to_long_long(s, end, base, 0);
}

uintmax_t strtoumax(const char *s, char **end, int base)
{
    return to_unsigned_long_long(s, end, base, 0);
}

long __isoc23_strtol(const char *s, char **end, int base)
{
    return to_long(s, end, base, 1);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
    return to_long_long(s, end, base, 1);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
    return to_unsigned_long(s, end, base, 1);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
    return to_unsigned_long_long(s, end, base, 1);
}

intmax_t __isoc23_strtoimax(const char *s, char **end, int base)
{
    return to_long_long(s, end, base, 1);
}

uintmax_t __isoc23_strtoumax(const char *s, char **end, int base)
{
    return to_unsigned_long_long(s, end, base, 1);
}

long long strtoq(const char *s, char **end, int base)
{
    return to_long_long(s, end, base, 0);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
    return to_unsigned_long_long(s, end, base, 0);
}

/* glibc's atoi is strtol cut to int. */
int atoi(const char *s)
{
    return (int)to_long(s, 0, 10, 0);
}

long atol(const char *s)
{
    return to_long(s, 0, 10, 0);
}

long long atoll(const char *s)
{
    return to_long_long(s, 0, 10, 0);
}
