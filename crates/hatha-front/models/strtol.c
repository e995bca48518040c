/* Integers from text. */

struct number {
    unsigned long long magnitude;
    int negative;
    int overflow;
};

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static int is_space(char c) {
    return c == ' ' || (c >= 9 && c <= 13);
}

/* Reads a number in base 2 to 36, or 0 for C's own prefixes. A magnitude beyond
   64 bits is marked, not wrapped. */
static struct number read_number(const char *s, char **end, int base) {
    struct number n;
    const char *p = s;
    int any = 0;
    n.magnitude = 0;
    n.negative = 0;
    n.overflow = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        if (end)
            *end = (char *)s;
        return n;
    }
    while (is_space(*p))
        p++;
    if (*p == '-' || *p == '+') {
        n.negative = *p == '-';
        p++;
    }
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_of(p[2]) < 16) {
        p += 2;
        base = 16;
    }
    if (base == 0)
        base = *p == '0' ? 8 : 10;
    while (digit_of(*p) < base) {
        unsigned long long digit = (unsigned long long)digit_of(*p);
        unsigned long long limit = (~0ULL - digit) / (unsigned long long)base;
        if (n.magnitude > limit)
            n.overflow = 1;
        else
            n.magnitude = n.magnitude * (unsigned long long)base + digit;
        any = 1;
        p++;
    }
    if (end)
        *end = (char *)(any ? p : s);
    return n;
}

/* The value in a signed type whose greatest value is max. */
static long long signed_value(struct number n, unsigned long long max) {
    unsigned long long limit = n.negative ? max + 1 : max;
    if (n.overflow || n.magnitude > limit) {
        *__errno_location() = 34;
        n.magnitude = limit;
    }
    if (!n.negative)
        return (long long)n.magnitude;
    return n.magnitude == 0 ? 0 : -(long long)(n.magnitude - 1) - 1;
}

/* The value in an unsigned type whose greatest value is max. */
static unsigned long long unsigned_value(struct number n, unsigned long long max) {
    if (n.overflow || n.magnitude > max) {
        *__errno_location() = 34;
        return max;
    }
    return n.negative ? 0ULL - n.magnitude : n.magnitude;
}

long strtol(const char *s, char **end, int base) {
    return (long)signed_value(read_number(s, end, base), ~0UL >> 1);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return (unsigned long)unsigned_value(read_number(s, end, base), ~0UL);
}

long long strtoll(const char *s, char **end, int base) {
    return signed_value(read_number(s, end, base), ~0ULL >> 1);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return unsigned_value(read_number(s, end, base), ~0ULL);
}

intmax_t strtoimax(const char *s, char **end, int base) {
    return signed_value(read_number(s, end, base), ~0ULL >> 1);
}

uintmax_t strtoumax(const char *s, char **end, int base) {
    return unsigned_value(read_number(s, end, base), ~0ULL);
}

long long strtoq(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

long __isoc23_strtol(const char *s, char **end, int base) {
    return strtol(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return strtoul(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

int atoi(const char *s) {
    return (int)strtol(s, 0, 10);
}

long atol(const char *s) {
    return strtol(s, 0, 10);
}

long long atoll(const char *s) {
    return strtoll(s, 0, 10);
}
