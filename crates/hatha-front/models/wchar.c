/* <wchar.h> and <stdlib.h>: wide strings, and bytes from and to them in the C locale,
 * where only ASCII has a byte. */

extern void *__hatha_alloc(size_t n);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_copy_apart(void *to, const void *from, size_t n);
extern int *__errno_location(void);
/* As in string.c, overlaps are asked about behind a copy. */
extern void __hatha_apart(const void *to, const void *from, size_t n);
extern int hatha_valid(const void *p, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static size_t length(const wchar_t *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static int compare(wchar_t a, wchar_t b)
{
    return a < b ? -1 : a > b;
}

static int contains(const wchar_t *set, wchar_t c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t wcslen(const wchar_t *s)
{
    return length(s);
}

size_t wcsnlen(const wchar_t *s, size_t n)
{
    __hatha_not_null(s, n);
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    __hatha_apart(to, from, (i + 1) * sizeof *to);
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    __hatha_apart(to, from, (i < n ? i + 1 : n) * sizeof *to);
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wchar_t *end = to + length(to);
    size_t i = 0;
    while ((end[i] = from[i]))
        i++;
    __hatha_apart(end, from, (i + 1) * sizeof *to);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    __hatha_not_null(from, n);
    wchar_t *end = to + length(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    __hatha_apart(end, from, (i < n ? i + 1 : n) * sizeof *to);
    end[i] = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return compare(a[i], b[i]);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    __hatha_not_null(a, n);
    __hatha_not_null(b, n);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return compare(a[i], b[i]);
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (; *s != c; s++)
        if (!*s)
            return 0;
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *last = 0;
    for (;; s++) {
        if (*s == c)
            last = s;
        if (!*s)
            return (wchar_t *)last;
    }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)
{
    for (;; s++) {
        size_t i = 0;
        while (part[i] && s[i] == part[i])
            i++;
        if (!part[i])
            return (wchar_t *)s;
        if (!s[i])
            return 0;
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept)
{
    size_t n = 0;
    while (s[n] && contains(accept, s[n]))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject)
{
    size_t n = 0;
    while (s[n] && !contains(reject, s[n]))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept)
{
    for (; *s; s++)
        if (contains(accept, *s))
            return (wchar_t *)s;
    return 0;
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t n = (length(s) + 1) * sizeof *s;
    if (__hatha_scarce && __hatha_choose_allocation_failure()) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    wchar_t *p = __hatha_alloc(n);
    if (p)
        __hatha_copy(p, s, n);
    return p;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy_apart(to, from, n * sizeof *to);
    return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy_apart(to, from, n * sizeof *to);
    return to + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_copy(to, from, n * sizeof *to);
    return to;
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n)
{
    __hatha_not_null(s, n);
    for (size_t i = 0; i < n; i++)
        s[i] = c;
    return s;
}

/* All n elements must be there, wherever a difference is (as of memcmp): a library may read them in large
 * pieces. They need not have values. */
static void look_at(const wchar_t *s, size_t n)
{
    __hatha_not_null(s, n);
    if (n && !hatha_valid(s, n * sizeof *s))
        (void)(s[n - 1] == 0);
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    look_at(a, n);
    look_at(b, n);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return compare(a[i], b[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    __hatha_not_null(s, n);
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)(s + i);
    return 0;
}

static size_t illegal(void)
{
    *__errno_location() = 84; /* EILSEQ */
    return (size_t)-1;
}

static int is_ascii(wchar_t c)
{
    return c >= 0 && c <= 127;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        if ((unsigned char)from[i] > 127)
            return illegal();
        if (to)
            to[i] = from[i];
        if (!from[i])
            break;
    }
    return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        if (!is_ascii(from[i]))
            return illegal();
        if (to)
            to[i] = (char)from[i];
        if (!from[i])
            break;
    }
    return i;
}

int mblen(const char *s, size_t n)
{
    if (!s)
        return 0;
    /* No byte is no illegal one. */
    if (n == 0)
        return -1;
    if ((unsigned char)*s > 127)
        return (int)illegal();
    return *s != 0;
}

int mbtowc(wchar_t *to, const char *s, size_t n)
{
    if (!s)
        return 0;
    /* No byte is no illegal one. */
    if (n == 0)
        return -1;
    if ((unsigned char)*s > 127)
        return (int)illegal();
    if (to)
        *to = *s;
    return *s != 0;
}

int wctomb(char *to, wchar_t c)
{
    if (!to)
        return 0;
    if (!is_ascii(c))
        return (int)illegal();
    *to = (char)c;
    return 1;
}

unsigned btowc(int c)
{
    return c >= 0 && c <= 127 ? (unsigned)c : (unsigned)-1;
}

int wctob(unsigned c)
{
    return c <= 127 ? (int)c : -1;
}
