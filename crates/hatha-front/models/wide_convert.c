/* Wide strings and numbers, multibyte characters with a state, in the "C" locale: a character
 * is one byte below 128, and the state is always the initial one. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern int *__errno_location(void);
extern long strtol(const char *s, char **end, int base);
extern long long strtoll(const char *s, char **end, int base);
extern unsigned long strtoul(const char *s, char **end, int base);
extern unsigned long long strtoull(const char *s, char **end, int base);
extern double strtod(const char *s, char **end);
extern float strtof(const char *s, char **end);

/* The bytes of a string up to its first character that is none. */
static char *narrow(const wchar_t *s)
{
    size_t n = 0;
    while (s[n] > 0 && s[n] < 128)
        n++;
    char *copy = __hatha_alloc(n + 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = (char)s[i];
    copy[n] = 0;
    return copy;
}

/* Tells where the number ended, and lets the copy go. */
static void finish(const wchar_t *s, wchar_t **end, char *copy, const char *stop)
{
    if (end)
        *end = (wchar_t *)s + (stop - copy);
    __hatha_free(copy);
}

long wcstol(const wchar_t *s, wchar_t **end, int base)
{
    char *copy = narrow(s), *stop;
    long n = strtol(copy, &stop, base);
    finish(s, end, copy, stop);
    return n;
}

long long wcstoll(const wchar_t *s, wchar_t **end, int base)
{
    char *copy = narrow(s), *stop;
    long long n = strtoll(copy, &stop, base);
    finish(s, end, copy, stop);
    return n;
}

unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base)
{
    char *copy = narrow(s), *stop;
    unsigned long n = strtoul(copy, &stop, base);
    finish(s, end, copy, stop);
    return n;
}

unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base)
{
    char *copy = narrow(s), *stop;
    unsigned long long n = strtoull(copy, &stop, base);
    finish(s, end, copy, stop);
    return n;
}

double wcstod(const wchar_t *s, wchar_t **end)
{
    char *copy = narrow(s), *stop;
    double x = strtod(copy, &stop);
    finish(s, end, copy, stop);
    return x;
}

float wcstof(const wchar_t *s, wchar_t **end)
{
    char *copy = narrow(s), *stop;
    float x = strtof(copy, &stop);
    finish(s, end, copy, stop);
    return x;
}

static size_t illegal(void)
{
    *__errno_location() = 84; /* EILSEQ */
    return (size_t)-1;
}

extern void __hatha_unsupported_conversion_state_that_is_not_the_initial_one(void);

/* The count of bytes comes first in a state. */
int mbsinit(const void *state)
{
    return !state || *(const int *)state == 0;
}

static void look_at(const void *state)
{
    if (!mbsinit(state))
        __hatha_unsupported_conversion_state_that_is_not_the_initial_one();
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, void *state)
{
    look_at(state);
    if (!s)
        return 0;
    if (n == 0)
        return (size_t)-2;
    if ((unsigned char)*s > 127)
        return illegal();
    if (to)
        *to = *s;
    return *s != 0;
}

size_t mbrlen(const char *s, size_t n, void *state)
{
    return mbrtowc(0, s, n, state);
}

size_t wcrtomb(char *to, wchar_t c, void *state)
{
    look_at(state);
    if (!to)
        return 1;
    if (c < 0 || c > 127)
        return illegal();
    *to = (char)c;
    return 1;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, void *state)
{
    look_at(state);
    const char *s = *from;
    size_t i = 0;
    for (; !to || i < n; i++) {
        if ((unsigned char)s[i] > 127) {
            if (to)
                *from = s + i;
            return illegal();
        }
        if (to)
            to[i] = s[i];
        if (!s[i]) {
            if (to)
                *from = 0;
            return i;
        }
    }
    *from = s + i;
    return i;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, void *state)
{
    look_at(state);
    const wchar_t *s = *from;
    size_t i = 0;
    for (; !to || i < n; i++) {
        if (s[i] < 0 || s[i] > 127) {
            if (to)
                *from = s + i;
            return illegal();
        }
        if (to)
            to[i] = (char)s[i];
        if (!s[i]) {
            if (to)
                *from = 0;
            return i;
        }
    }
    *from = s + i;
    return i;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a < *b ? -1 : *a > *b;
}

static int contains(const wchar_t *set, wchar_t c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest)
{
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    while (*s && contains(delimiters, *s))
        s++;
    if (!*s) {
        *rest = 0;
        return 0;
    }
    wchar_t *token = s;
    while (*s && !contains(delimiters, *s))
        s++;
    *rest = *s ? s + 1 : 0;
    /* The end of the string is not written: it may be that of a literal. */
    if (*s)
        *s = 0;
    return token;
}
