/* <string.h>: the functions of ISO C on strings, in the C locale.
 *
 * Byte by byte, and never past the byte that decides: a string without its NUL
 * must fault here as it may in the real function. Nothing calls another public
 * function, so a program may define any of these names itself. */

/* Where texts are copied it is asked first, for whoever runs the program, whether they overlap, and
 * once their length is known with the bytes that were copied: those are what a proof is about. A
 * text that is copied onto its own end has none, and the copy leaves its object. */
extern void __hatha_apart_text(const void *to, const void *from, size_t n);
extern void __hatha_apart(const void *to, const void *from, size_t n);
/* As in memory.c, null is none of the pointers that may be given, also where no byte counts. */
extern void __hatha_not_null(const void *p, size_t n);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static int contains(const char *set, char c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

static int compare(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

size_t strlen(const char *s)
{
    return length(s);
}

char *strcpy(char *to, const char *from)
{
    __hatha_apart_text(to, from, -1);
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    __hatha_apart(to, from, i + 1);
    return to;
}

char *strncpy(char *to, const char *from, size_t n)
{
    __hatha_not_null(to, n);
    __hatha_not_null(from, n);
    __hatha_apart_text(to, from, n);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    __hatha_apart(to, from, i < n ? i + 1 : n);
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from)
{
    char *end = to + length(to);
    __hatha_apart_text(end, from, -1);
    size_t i = 0;
    while ((end[i] = from[i]))
        i++;
    __hatha_apart(end, from, i + 1);
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    char *end = to + length(to);
    __hatha_not_null(from, n);
    __hatha_apart_text(end, from, n);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    __hatha_apart(end, from, i < n ? i + 1 : n);
    end[i] = 0;
    return to;
}

int strcmp(const char *a, const char *b)
{
    return compare(a, b);
}

int strncmp(const char *a, const char *b, size_t n)
{
    __hatha_not_null(a, n);
    __hatha_not_null(b, n);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

/* The C locale orders by byte value. */
int strcoll(const char *a, const char *b)
{
    return compare(a, b);
}

size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; from[i]; i++)
        if (i < n)
            to[i] = from[i];
    __hatha_apart(to, from, i < n ? i + 1 : n);
    if (i < n)
        to[i] = 0;
    return i;
}

char *strchr(const char *s, int c)
{
    for (; *s != (char)c; s++)
        if (!*s)
            return 0;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        size_t i = 0;
        while (part[i] && s[i] == part[i])
            i++;
        if (!part[i])
            return (char *)s;
        if (!s[i])
            return 0;
    }
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] && contains(accept, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] && !contains(reject, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    for (; *s; s++)
        if (contains(accept, *s))
            return (char *)s;
    return 0;
}
