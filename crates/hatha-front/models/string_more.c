/* Strings beyond ISO C: POSIX, BSD and GNU names. */

/* As in string.c, overlaps are asked about before and behind a copy. */
extern void __hatha_apart_text(const void *to, const void *from, size_t n);
extern void __hatha_apart(const void *to, const void *from, size_t n);
/* As in string.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static int lower(char c)
{
    unsigned char u = c;
    return u >= 'A' && u <= 'Z' ? u + ('a' - 'A') : u;
}

size_t strnlen(const char *s, size_t n)
{
    __hatha_not_null(s, n);
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

char *stpcpy(char *to, const char *from)
{
    __hatha_apart_text(to, from, -1);
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    __hatha_apart(to, from, i + 1);
    return to + i;
}

char *__stpcpy(char *to, const char *from)
{
    __hatha_apart_text(to, from, -1);
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    __hatha_apart(to, from, i + 1);
    return to + i;
}

char *stpncpy(char *to, const char *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_apart_text(to, from, n);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    __hatha_apart(to, from, i < n ? i + 1 : n);
    for (size_t k = i; k < n; k++)
        to[k] = 0;
    return to + i;
}

size_t strlcpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; from[i]; i++)
        if (i + 1 < n)
            to[i] = from[i];
    __hatha_apart(to, from, i < n ? i + 1 : n);
    if (n)
        to[i < n ? i : n - 1] = 0;
    return i;
}

size_t strlcat(char *to, const char *from, size_t n)
{
    size_t start = 0;
    while (start < n && to[start])
        start++;
    size_t i = 0;
    for (; from[i]; i++)
        if (start + i + 1 < n)
            to[start + i] = from[i];
    __hatha_apart(to + start, from, start + i < n ? i + 1 : n - start);
    if (start < n)
        to[start + i < n ? start + i : n - 1] = 0;
    return start + i;
}

int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && lower(a[i]) == lower(b[i]))
        i++;
    return lower(a[i]) - lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    __hatha_not_null(a, n);
    __hatha_not_null(b, n);
    for (size_t i = 0; i < n; i++)
        if (lower(a[i]) != lower(b[i]) || !a[i])
            return lower(a[i]) - lower(b[i]);
    return 0;
}

char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strcasestr(const char *s, const char *part)
{
    for (;; s++) {
        size_t i = 0;
        while (part[i] && lower(s[i]) == lower(part[i]))
            i++;
        if (!part[i])
            return (char *)s;
        if (!s[i])
            return 0;
    }
}

char *index(const char *s, int c)
{
    for (; *s != (char)c; s++)
        if (!*s)
            return 0;
    return (char *)s;
}

char *rindex(const char *s, int c)
{
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *basename(const char *path)
{
    const char *last = path;
    for (const char *s = path; *s; s++)
        if (*s == '/')
            last = s + 1;
    return (char *)last;
}
