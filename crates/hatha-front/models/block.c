/* <string.h>: the operations on blocks, for programs that take their address. A call
 * by name is the operation itself and does not come here. */

extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_copy_apart(void *to, const void *from, size_t n);
extern void *__hatha_fill(void *s, int c, size_t n);

void *memcpy(void *to, const void *from, size_t n)
{
    return __hatha_copy_apart(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __hatha_copy(to, from, n);
}

void *memset(void *s, int c, size_t n)
{
    return __hatha_fill(s, c, n);
}
