/* Copies of strings on the heap. */

extern void *__hatha_alloc(size_t n);
extern void *__hatha_copy(void *to, const void *from, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static char *copy(const char *s, size_t n)
{
    if (__hatha_scarce && __hatha_choose_allocation_failure()) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    char *p = __hatha_alloc(n + 1);
    if (p) {
        __hatha_copy(p, s, n);
        p[n] = 0;
    }
    return p;
}

static char *whole(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return copy(s, n);
}

static char *part(const char *s, size_t limit)
{
    __hatha_not_null(s, limit);
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return copy(s, n);
}

char *strdup(const char *s)
{
    return whole(s);
}

char *__strdup(const char *s)
{
    return whole(s);
}

char *strndup(const char *s, size_t limit)
{
    return part(s, limit);
}

char *__strndup(const char *s, size_t limit)
{
    return part(s, limit);
}
