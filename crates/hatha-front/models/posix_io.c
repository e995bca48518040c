/* <unistd.h>: reading and writing by descriptor. The descriptors 0 to 2 are the
 * standard streams; what lies behind another one is not known, so that anything may
 * come from it and any part may be taken by it. */

extern void __hatha_write(int fd, const void *s, size_t n);
extern int __hatha_read_byte(void);
extern long hatha_any_long(void);
extern char hatha_any_char(void);
extern void hatha_assume(int condition);
extern int *__errno_location(void);

static ptrdiff_t refuse(void)
{
    *__errno_location() = 9; /* EBADF */
    return -1;
}

/* Some number of bytes up to n, or -1. */
static ptrdiff_t any_count(size_t n)
{
    long count = hatha_any_long();
    hatha_assume(count >= -1 && (count < 0 || (size_t)count <= n));
    return count;
}

ptrdiff_t write(int fd, const void *s, size_t n)
{
    if (fd <= 0)
        return refuse();
    if (fd > 2)
        return any_count(n);
    __hatha_write(fd, s, n);
    return (ptrdiff_t)n;
}

static ptrdiff_t read_any(char *to, size_t n)
{
    ptrdiff_t count = any_count(n);
    for (ptrdiff_t i = 0; i < count; i++)
        to[i] = hatha_any_char();
    return count;
}

ptrdiff_t read(int fd, void *to, size_t n)
{
    if (fd < 0 || fd == 1 || fd == 2)
        return refuse();
    if (fd > 2)
        return read_any(to, n);
    char *bytes = to;
    size_t i = 0;
    for (; i < n; i++) {
        int c = __hatha_read_byte();
        if (c < 0)
            break;
        bytes[i] = (char)c;
    }
    return (ptrdiff_t)i;
}
