/* Byte operations beyond ISO C: POSIX, BSD and GNU names. */

extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_copy_apart(void *to, const void *from, size_t n);
extern void *__hatha_fill(void *s, int c, size_t n);
extern void __hatha_apart(const void *to, const void *from, size_t n);
extern int hatha_valid(const void *p, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static int differ(const unsigned char *x, const unsigned char *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    __hatha_not_null(s, n);
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)c)
            return (void *)(p + i - 1);
    return 0;
}

/* No bound is given: running off the object is the caller's fault and faults here. */
void *rawmemchr(const void *s, int c)
{
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

void *mempcpy(void *to, const void *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy_apart(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy_apart(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (s[i] == (unsigned char)c) {
            __hatha_apart(to, from, i + 1);
            return d + i + 1;
        }
    }
    __hatha_apart(to, from, n);
    return 0;
}

void *memmem(const void *haystack, size_t length, const void *needle, size_t n)
{
    const unsigned char *h = haystack;
    __hatha_not_null(haystack, length);
    __hatha_not_null(needle, n);
    if (n > length)
        return 0;
    for (size_t i = 0; i <= length - n; i++)
        if (differ(h + i, needle, n) == 0)
            return (void *)(h + i);
    return 0;
}


/* All n bytes must be there, wherever a difference is (as of memcmp): a library may read them in large
 * pieces. They need not have values. */
static void look_at(const unsigned char *s, size_t n)
{
    __hatha_not_null(s, n);
    if (n && !hatha_valid(s, n))
        (void)(s[n - 1] == 0);
}

int bcmp(const void *a, const void *b, size_t n)
{
    look_at(a, n);
    look_at(b, n);
    return differ(a, b, n);
}

void bzero(void *s, size_t n)
{
    __hatha_not_null(s, n);
    __hatha_fill(s, 0, n);
}

void explicit_bzero(void *s, size_t n)
{
    __hatha_not_null(s, n);
    __hatha_fill(s, 0, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy(to, from, n);
}
