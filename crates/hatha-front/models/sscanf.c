/* The scanf family from memory. `struct __hatha_source` is that of scan.c. */

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
    return *source->from ? (unsigned char)*source->from++ : -1;
}

static void unget(struct __hatha_source *source, int c)
{
    source->from--;
}

/* The text is a string: glibc looks for its end before anything else. */
static int scan(const char *text, int binary, const char *format, __builtin_va_list list)
{
    for (const char *end = text; *end; end++)
        ;
    struct __hatha_source source = {get, unget, text, 0, 0};
    return __hatha_scan(&source, binary, format, list);
}

int vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return scan(text, 0, format, list);
}

int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return scan(text, 0, format, list);
}

int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return scan(text, 1, format, list);
}

int sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(text, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(text, 0, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = scan(text, 1, format, list);
    __builtin_va_end(list);
    return count;
}
