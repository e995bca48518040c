/* <string.h>: searching and comparing bytes.
 *
 * memcpy, memmove and memset are operations of the simulator (to other models they are
 * __hatha_copy and __hatha_fill, whatever the program defines). What is here reads
 * byte by byte and stops where the answer is known, so that it faults exactly
 * where the bytes that the standard allows it to look at end. */

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}
