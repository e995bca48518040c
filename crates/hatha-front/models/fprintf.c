/* printf to a stream. */

struct __hatha_file;

struct __hatha_sink {
    char *buffer;
    size_t room;
    size_t stored;
    int descriptor;
    int growing;
    int total;
    int failed;
};

extern int __hatha_format(struct __hatha_sink *sink, const char *format, va_list list);
extern int __hatha_print(int descriptor, const char *format, va_list list);
extern int __hatha_put(struct __hatha_file *f, const void *from, size_t n);
extern int __hatha_descriptor(struct __hatha_file *f);

int vfprintf(struct __hatha_file *f, const char *format, va_list list) {
    int descriptor = __hatha_descriptor(f);
    if (descriptor < 3)
        return __hatha_print(descriptor, format, list);
    struct __hatha_sink sink = { 0, 0, 0, -1, 1, 0, 0 };
    int result = __hatha_format(&sink, format, list);
    if (!__hatha_put(f, sink.buffer, sink.stored))
        result = -1;
    __hatha_free(sink.buffer);
    return result;
}

int fprintf(struct __hatha_file *f, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfprintf(f, format, list);
    __builtin_va_end(list);
    return result;
}

int __fprintf_chk(struct __hatha_file *f, int flag, const char *format, ...) {
    va_list list;
    (void)flag;
    __builtin_va_start(list, format);
    int result = vfprintf(f, format, list);
    __builtin_va_end(list);
    return result;
}

int dprintf(int descriptor, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = __hatha_print(descriptor, format, list);
    __builtin_va_end(list);
    return result;
}
