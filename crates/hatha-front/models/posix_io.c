/* <unistd.h>: reading and writing by descriptor. The descriptors 0 to 2 are the
 * standard streams; what lies behind another one is not known, so that anything may
 * come from it and any part may be taken by it. In an open world that goes for all. */

extern void __hatha_write(int fd, const void *s, size_t n);
extern int __hatha_read_byte(void);
extern size_t __hatha_choose_bytes_not_written(void);
extern size_t __hatha_choose_bytes_read_from_standard_input(void);
extern size_t __hatha_choose_bytes_read_from_a_descriptor(void);
extern unsigned char __hatha_choose_byte_of_standard_input(void);
extern unsigned char __hatha_choose_byte_read_from_a_descriptor(void);
extern int __hatha_any_error(void);
extern int *__errno_location(void);

static ptrdiff_t refuse(int number)
{
    *__errno_location() = number;
    return -1;
}

/* All, some or none of n bytes leave; what is more than n stands for a failure. */
static ptrdiff_t write_some(size_t n)
{
    size_t missing = __hatha_choose_bytes_not_written();
    if (missing > n)
        return refuse(__hatha_any_error());
    return (ptrdiff_t)(n - missing);
}

ptrdiff_t write(int fd, const void *s, size_t n)
{
    if (fd < 0 || (fd == 0 && !__hatha_open))
        return refuse(9); /* EBADF */
    /* The bytes are read wherever they go. */
    __hatha_write(fd, s, n);
    if (__hatha_open || fd > 2)
        return write_some(n);
    return (ptrdiff_t)n;
}

static ptrdiff_t read_input(char *to, size_t n)
{
    size_t count = __hatha_choose_bytes_read_from_standard_input();
    if (count > n)
        return refuse(__hatha_any_error());
    for (size_t i = 0; i < count; i++)
        to[i] = (char)__hatha_choose_byte_of_standard_input();
    return (ptrdiff_t)count;
}

static ptrdiff_t read_any(char *to, size_t n)
{
    size_t count = __hatha_choose_bytes_read_from_a_descriptor();
    if (count > n)
        return refuse(__hatha_any_error());
    for (size_t i = 0; i < count; i++)
        to[i] = (char)__hatha_choose_byte_read_from_a_descriptor();
    return (ptrdiff_t)count;
}

static ptrdiff_t read_console(char *to, size_t n)
{
    size_t i = 0;
    for (; i < n; i++) {
        int c = __hatha_read_byte();
        if (c < 0)
            break;
        to[i] = (char)c;
    }
    return (ptrdiff_t)i;
}

ptrdiff_t read(int fd, void *to, size_t n)
{
    if (fd < 0 || (!__hatha_open && (fd == 1 || fd == 2)))
        return refuse(9);
    if (fd > 0)
        return read_any(to, n);
    return __hatha_open ? read_input(to, n) : read_console(to, n);
}
