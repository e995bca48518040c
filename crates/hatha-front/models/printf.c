/* The printf family onto streams. `struct __hatha_sink` is that of format.c. */

typedef struct _IO_FILE FILE;

extern FILE *stdout;
extern FILE *stderr;
extern int __hatha_put(FILE *f, const char *s, size_t n);
extern int __hatha_outcome(FILE *f);
extern int *__errno_location(void);
extern int __hatha_any_error(void);
extern _Bool __hatha_choose_failure_of_output_to_a_descriptor(void);

struct __hatha_sink {
    int (*put)(struct __hatha_sink *sink, const char *s, size_t n);
    char *to;
    size_t room;
    void *stream;
};

extern int __hatha_format(struct __hatha_sink *sink, const char *s, __builtin_va_list list);

static int pass(struct __hatha_sink *sink, const char *s, size_t n)
{
    return __hatha_put(sink->stream, s, n);
}

static int print(FILE *f, const char *format, __builtin_va_list list)
{
    struct __hatha_sink sink = {pass, 0, 0, f};
    int count = __hatha_format(&sink, format, list);
    int outcome = __hatha_outcome(f);
    int failed = -(outcome < 0);
    return (count & ~failed) | (outcome & failed);
}

static int drop(struct __hatha_sink *sink, const char *s, size_t n)
{
    return 0;
}

/* For the functions of wide characters. */
int __hatha_print(FILE *f, const char *format, __builtin_va_list list)
{
    return print(f, format, list);
}

static int print_to(int fd, const char *format, __builtin_va_list list)
{
    if (fd == 1)
        return print(stdout, format, list);
    if (fd == 2)
        return print(stderr, format, list);
    if (fd < 0 || (fd == 0 && !__hatha_open)) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    /* Something else lies behind it: what is printed is looked at and does not come back. */
    struct __hatha_sink sink = {drop, 0, 0, 0};
    int count = __hatha_format(&sink, format, list);
    if (__hatha_choose_failure_of_output_to_a_descriptor()) {
        *__errno_location() = __hatha_any_error();
        return -1;
    }
    return count;
}

int vfprintf(FILE *f, const char *format, __builtin_va_list list)
{
    return print(f, format, list);
}

int vprintf(const char *format, __builtin_va_list list)
{
    return print(stdout, format, list);
}

int vdprintf(int fd, const char *format, __builtin_va_list list)
{
    return print_to(fd, format, list);
}

int printf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print(stdout, format, list);
    __builtin_va_end(list);
    return count;
}

int fprintf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print(f, format, list);
    __builtin_va_end(list);
    return count;
}

int dprintf(int fd, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print_to(fd, format, list);
    __builtin_va_end(list);
    return count;
}
