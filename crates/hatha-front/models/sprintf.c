/* The printf family into memory. `struct __hatha_sink` is that of format.c. */

extern void *__hatha_alloc(size_t n);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void __hatha_disjoint(const void *to, size_t n, const void *from, size_t m);

struct __hatha_sink {
    int (*put)(struct __hatha_sink *sink, const char *s, size_t n);
    char *to;
    size_t room;
    void *stream;
};

extern int __hatha_format(struct __hatha_sink *sink, const char *s, __builtin_va_list list);

/* A sink in memory, and where its text starts. */
struct buffer {
    struct __hatha_sink sink;
    char *start;
};

/* What is printed must not lie in the text that is written (C17 7.21.6.6): neither where it goes, with
 * the end behind it, nor in what was written before. */
static int keep(struct __hatha_sink *sink, const char *s, size_t n)
{
    char *start = ((struct buffer *)sink)->start;
    size_t now = n < sink->room ? n : sink->room;
    /* Nothing to copy must not touch `to`: snprintf(0, 0, ...) is allowed. */
    if (now) {
        __hatha_disjoint(start, (size_t)(sink->to - start) + now + 1, s, now);
        __hatha_copy(sink->to, s, now);
        sink->to += now;
        sink->room -= now;
    }
    return 0;
}

static int bounded(char *to, size_t n, const char *format, __builtin_va_list list)
{
    struct buffer buffer = {{keep, to, n ? n - 1 : 0, 0}, to};
    int count = __hatha_format(&buffer.sink, format, list);
    if (n) {
        *buffer.sink.to = 0;
        __hatha_disjoint(to, (size_t)(buffer.sink.to - to) + 1, format, 1);
    }
    return count;
}

/* The caller promises room, so there is no limit: writing past the object faults. */
static int unbounded(char *to, const char *format, __builtin_va_list list)
{
    return bounded(to, (size_t)-1, format, list);
}

static int measured(char **result, const char *format, __builtin_va_list list)
{
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    int count = bounded(0, 0, format, list);
    char *p = count < 0 ? 0 : __hatha_alloc((size_t)count + 1);
    if (p)
        count = bounded(p, (size_t)count + 1, format, again);
    __builtin_va_end(again);
    /* Without a text the pointer is left as it is, as glibc leaves it. */
    if (p)
        *result = p;
    return p ? count : -1;
}

int vsnprintf(char *to, size_t n, const char *format, __builtin_va_list list)
{
    return bounded(to, n, format, list);
}

int vsprintf(char *to, const char *format, __builtin_va_list list)
{
    return unbounded(to, format, list);
}

int vasprintf(char **result, const char *format, __builtin_va_list list)
{
    return measured(result, format, list);
}

int snprintf(char *to, size_t n, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = bounded(to, n, format, list);
    __builtin_va_end(list);
    return count;
}

int sprintf(char *to, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = unbounded(to, format, list);
    __builtin_va_end(list);
    return count;
}

int asprintf(char **result, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = measured(result, format, list);
    __builtin_va_end(list);
    return count;
}
