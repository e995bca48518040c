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
