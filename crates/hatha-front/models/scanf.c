/* The scanf family from streams. `struct __hatha_source` is that of scan.c. */

typedef struct _IO_FILE FILE;

extern FILE *stdin;
extern int __hatha_get(FILE *f);
extern int __hatha_unget(FILE *f, int c);
extern int __hatha_number_comes(FILE *f);

struct __hatha_source {
    int (*get)(struct __hatha_source *source);
    void (*unget)(struct __hatha_source *source, int c);
    const char *from;
    void *stream;
    int (*number)(struct __hatha_source *source);
};

extern int __hatha_scan(struct __hatha_source *source, int binary, const char *format,
                        __builtin_va_list list);

static int get(struct __hatha_source *source)
{
    return __hatha_get(source->stream);
}

static void unget(struct __hatha_source *source, int c)
{
    __hatha_unget(source->stream, c);
}

static int number(struct __hatha_source *source)
{
    return __hatha_number_comes(source->stream);
}

static int scan(FILE *f, int binary, const char *format, __builtin_va_list list)
{
    struct __hatha_source source = {get, unget, 0, f, number};
    return __hatha_scan(&source, binary, format, list);
}

int vscanf(const char *format, __builtin_va_list list)
{
    return scan(stdin, 0, format, list);
}

int vfscanf(FILE *f, const char *format, __builtin_va_list list)
{
    return scan(f, 0, format, list);
}

int __isoc99_vscanf(const char *format, __builtin_va_list list)
{
    return scan(stdin, 0, format, list);
}

int __isoc99_vfscanf(FILE *f, const char *format, __builtin_va_list list)
{
    return scan(f, 0, format, list);
}

int __isoc23_vscanf(const char *format, __builtin_va_list list)
{
    return scan(stdin, 1, format, list);
}

int __isoc23_vfscanf(FILE *f, const char *format, __builtin_va_list list)
{
    return scan(f, 1, format, list);
}

int scanf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(stdin, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int fscanf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(f, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_scanf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(stdin, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_fscanf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(f, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_scanf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(stdin, 1, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_fscanf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(f, 1, format, list);
    __builtin_va_end(list);
    return count;
}

/* One number of a call whose format the front end has read (hatha_cfa::scans): each function is given what
 * has become of the call so far, and gives what has. That is how many numbers were stored; if the call has
 * stopped, -1 for the end of the input before the first one, else -2 less that many. The first of each pair is for
 * standard input in an open world, to which nothing was given back. */

extern int __hatha_number_on_standard_input(void);
extern int __hatha_number_for_int(void);
extern long __hatha_number_for_long(void);
extern long long __hatha_number_for_long_long(void);
extern unsigned __hatha_number_for_unsigned(void);
extern unsigned long __hatha_number_for_unsigned_long(void);
extern unsigned long long __hatha_number_for_unsigned_long_long(void);

enum { NUMBER_COMES = 1, BY_BYTES = 2 };

FILE *__hatha_standard_input(void)
{
    return stdin;
}

int __hatha_scan_result(int so_far)
{
    return so_far >= -1 ? so_far : -2 - so_far;
}

static int stopped(int comes, int so_far)
{
    return comes < 0 && so_far == 0 ? -1 : -2 - so_far;
}

static int scan_by_bytes(FILE *f, int so_far, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(f, 0, format, list);
    __builtin_va_end(list);
    return count == 1 ? so_far + 1 : stopped(count, so_far);
}

int __hatha_scan_int(int *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_int();
    return so_far + 1;
}

int __hatha_scan_int_of(FILE *f, int *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%d", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_int();
    return so_far + 1;
}

int __hatha_scan_long(long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_long();
    return so_far + 1;
}

int __hatha_scan_long_of(FILE *f, long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%ld", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_long();
    return so_far + 1;
}

int __hatha_scan_long_long(long long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_long_long();
    return so_far + 1;
}

int __hatha_scan_long_long_of(FILE *f, long long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%lld", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_long_long();
    return so_far + 1;
}

int __hatha_scan_unsigned(unsigned *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned();
    return so_far + 1;
}

int __hatha_scan_unsigned_of(FILE *f, unsigned *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%u", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned();
    return so_far + 1;
}

int __hatha_scan_unsigned_long(unsigned long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned_long();
    return so_far + 1;
}

int __hatha_scan_unsigned_long_of(FILE *f, unsigned long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%lu", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned_long();
    return so_far + 1;
}

int __hatha_scan_unsigned_long_long(unsigned long long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_on_standard_input();
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned_long_long();
    return so_far + 1;
}

int __hatha_scan_unsigned_long_long_of(FILE *f, unsigned long long *to, int so_far)
{
    if (so_far < 0)
        return so_far;
    int comes = __hatha_number_comes(f);
    if (comes == BY_BYTES)
        return scan_by_bytes(f, so_far, "%llu", to);
    if (comes != NUMBER_COMES)
        return stopped(comes, so_far);
    *to = __hatha_number_for_unsigned_long_long();
    return so_far + 1;
}
