/* The names that headers use with _FORTIFY_SOURCE, for the printf family: more than
 * the destination holds aborts the program. */

typedef struct _IO_FILE FILE;

extern _Noreturn void abort(void);
extern int vfprintf(FILE *f, const char *format, __builtin_va_list list);
extern int vprintf(const char *format, __builtin_va_list list);
extern int vdprintf(int fd, const char *format, __builtin_va_list list);
extern int vsnprintf(char *to, size_t n, const char *format, __builtin_va_list list);
extern int vasprintf(char **result, const char *format, __builtin_va_list list);

static int print(char *to, size_t size, const char *format, __builtin_va_list list)
{
    int count = vsnprintf(to, size, format, list);
    if (count >= 0 && (size_t)count >= size)
        abort();
    return count;
}

static int print_some(char *to, size_t n, size_t size, const char *format, __builtin_va_list list)
{
    if (n > size)
        abort();
    return vsnprintf(to, n, format, list);
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list)
{
    return vprintf(format, list);
}

int __printf_chk(int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vprintf(format, list);
    __builtin_va_end(list);
    return count;
}

int __vfprintf_chk(FILE *f, int flag, const char *format, __builtin_va_list list)
{
    return vfprintf(f, format, list);
}

int __fprintf_chk(FILE *f, int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfprintf(f, format, list);
    __builtin_va_end(list);
    return count;
}

int __vdprintf_chk(int fd, int flag, const char *format, __builtin_va_list list)
{
    return vdprintf(fd, format, list);
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vdprintf(fd, format, list);
    __builtin_va_end(list);
    return count;
}

int __vasprintf_chk(char **result, int flag, const char *format, __builtin_va_list list)
{
    return vasprintf(result, format, list);
}

int __asprintf_chk(char **result, int flag, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vasprintf(result, format, list);
    __builtin_va_end(list);
    return count;
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *format,
                   __builtin_va_list list)
{
    return print(to, size, format, list);
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print(to, size, format, list);
    __builtin_va_end(list);
    return count;
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t size, const char *format,
                    __builtin_va_list list)
{
    return print_some(to, n, size, format, list);
}

int __snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = print_some(to, n, size, format, list);
    __builtin_va_end(list);
    return count;
}
