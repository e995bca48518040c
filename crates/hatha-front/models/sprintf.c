/* printf to memory. */

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

int vsnprintf(char *to, size_t n, const char *format, va_list list) {
    struct __hatha_sink sink = { to, n > 0 ? n - 1 : 0, 0, -1, 0, 0, 0 };
    int result = __hatha_format(&sink, format, list);
    if (n > 0)
        to[sink.stored] = 0;
    return result;
}

int vsprintf(char *to, const char *format, va_list list) {
    struct __hatha_sink sink = { to, (size_t)-1, 0, -1, 0, 0, 0 };
    int result = __hatha_format(&sink, format, list);
    to[sink.stored] = 0;
    return result;
}

int vasprintf(char **to, const char *format, va_list list) {
    struct __hatha_sink sink = { 0, 0, 0, -1, 1, 0, 0 };
    int result = __hatha_format(&sink, format, list);
    *to = 0;
    if (result >= 0) {
        *to = malloc(sink.stored + 1);
        if (*to) {
            if (sink.stored > 0)
                __hatha_copy(*to, sink.buffer, sink.stored);
            (*to)[sink.stored] = 0;
        } else {
            result = -1;
        }
    }
    __hatha_free(sink.buffer);
    return result;
}

int snprintf(char *to, size_t n, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vsnprintf(to, n, format, list);
    __builtin_va_end(list);
    return result;
}

int sprintf(char *to, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vsprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

int asprintf(char **to, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vasprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

int __snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...) {
    va_list list;
    (void)flag;
    (void)size;
    __builtin_va_start(list, format);
    int result = vsnprintf(to, n, format, list);
    __builtin_va_end(list);
    return result;
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
    va_list list;
    (void)flag;
    (void)size;
    __builtin_va_start(list, format);
    int result = vsprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}
