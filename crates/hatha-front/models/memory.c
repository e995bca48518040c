/* <string.h>: searching and comparing bytes.
 *
 * memcpy, memmove and memset are operations of the simulator (to other models they are
 * __hatha_copy and __hatha_fill, whatever the program defines). What is here faults exactly
 * where the bytes that the standard allows it to look at end: memchr stops where the answer is
 * known. A null pointer is none that may be given, also with no bytes to look at (C17 7.24.1):
 * compilers conclude that it is none. */

extern int hatha_valid(const void *p, size_t n);
extern void __hatha_not_null(const void *p, size_t n);

/* All n bytes must be there, wherever a difference is (C17 7.24.4.1): a library may read them in large
 * pieces. They need not have values. */
static void look_at(const unsigned char *s, size_t n)
{
    __hatha_not_null(s, n);
    if (n && !hatha_valid(s, n))
        (void)(s[n - 1] == 0);
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    look_at(x, n);
    look_at(y, n);
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    __hatha_not_null(s, n);
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}
