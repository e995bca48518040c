/* The names that headers use with _FORTIFY_SOURCE, for memory and strings: the size
 * of the destination comes with the call, and more than fits aborts the program. */

extern _Noreturn void abort(void);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_copy_apart(void *to, const void *from, size_t n);
extern void *__hatha_fill(void *s, int c, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static void check(size_t n, size_t size)
{
    if (n > size)
        abort();
}

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* The length of a string of which at most n bytes count. */
static size_t bounded(const char *s, size_t n)
{
    __hatha_not_null(s, n);
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    return __hatha_copy_apart(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    return __hatha_copy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy_apart(to, from, n);
    return (char *)to + n;
}

void *__memset_chk(void *s, int c, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(s, n);
    return __hatha_fill(s, c, n);
}

void __explicit_bzero_chk(void *s, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(s, n);
    __hatha_fill(s, 0, n);
}

static char *copy(char *to, const char *from, size_t size)
{
    size_t n = length(from);
    check(n + 1, size);
    __hatha_copy_apart(to, from, n + 1);
    return to + n;
}

char *__strcpy_chk(char *to, const char *from, size_t size)
{
    copy(to, from, size);
    return to;
}

char *__stpcpy_chk(char *to, const char *from, size_t size)
{
    return copy(to, from, size);
}

static char *copy_some(char *to, const char *from, size_t n, size_t size)
{
    check(n, size);
    __hatha_not_null(to, n);
    size_t used = bounded(from, n);
    __hatha_copy_apart(to, from, used);
    __hatha_fill(to + used, 0, n - used);
    return to + used;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size)
{
    copy_some(to, from, n, size);
    return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size)
{
    return copy_some(to, from, n, size);
}

static void append(char *to, const char *from, size_t n, size_t size)
{
    size_t start = length(to);
    check(start + n + 1, size);
    __hatha_copy_apart(to + start, from, n);
    to[start + n] = 0;
}

char *__strcat_chk(char *to, const char *from, size_t size)
{
    append(to, from, length(from), size);
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size)
{
    append(to, from, bounded(from, n), size);
    return to;
}
