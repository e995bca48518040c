/* printf to standard output. */

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

int __hatha_print(int descriptor, const char *format, va_list list) {
    char buffer[256];
    struct __hatha_sink sink = { buffer, sizeof buffer, 0, descriptor, 0, 0, 0 };
    int result = __hatha_format(&sink, format, list);
    if (sink.stored > 0)
        __hatha_write(descriptor, buffer, sink.stored);
    return result;
}

int vprintf(const char *format, va_list list) {
    return __hatha_print(1, format, list);
}

int printf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = __hatha_print(1, format, list);
    __builtin_va_end(list);
    return result;
}

int __printf_chk(int flag, const char *format, ...) {
    va_list list;
    (void)flag;
    __builtin_va_start(list, format);
    int result = __hatha_print(1, format, list);
    __builtin_va_end(list);
    return result;
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return __hatha_print(1, format, list);
}
