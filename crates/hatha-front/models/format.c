/* The engine of the printf family. Text goes to memory (bounded or growing) or,
   in pieces, to a file descriptor. */

struct __hatha_sink {
    char *buffer;
    size_t room;
    size_t stored;
    int descriptor;
    int growing;
    int total;
    int failed;
};

struct arguments {
    va_list list;
};

struct conversion {
    int flags;
    int width;
    int precision;
    int length;
    int letter;
};

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };
enum { PLAIN, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

static void grow(struct __hatha_sink *sink) {
    size_t room = sink->room ? sink->room * 2 : 64;
    char *larger = __hatha_alloc(room);
    if (sink->buffer) {
        __hatha_copy(larger, sink->buffer, sink->stored);
        __hatha_free(sink->buffer);
    }
    sink->buffer = larger;
    sink->room = room;
}

static void put(struct __hatha_sink *sink, char c) {
    if (sink->total == 2147483647) {
        sink->failed = 1;
        return;
    }
    sink->total++;
    if (sink->stored == sink->room) {
        if (sink->growing) {
            grow(sink);
        } else if (sink->descriptor >= 0) {
            __hatha_write(sink->descriptor, sink->buffer, sink->stored);
            sink->stored = 0;
        } else {
            return;
        }
    }
    sink->buffer[sink->stored] = c;
    sink->stored++;
}

static void put_many(struct __hatha_sink *sink, char c, long count) {
    for (; count > 0; count--)
        put(sink, c);
}

/* A field of text, filled up with spaces. */
static void put_text(struct __hatha_sink *sink, struct conversion *c, const char *text, size_t n) {
    long fill = (long)c->width - (long)n;
    if (!(c->flags & LEFT))
        put_many(sink, ' ', fill);
    for (size_t i = 0; i < n; i++)
        put(sink, text[i]);
    if (c->flags & LEFT)
        put_many(sink, ' ', fill);
}

/* A number: sign or prefix, zeros, digits. */
static void put_number(struct __hatha_sink *sink, struct conversion *c, const char *prefix,
                       const char *digits, int count) {
    int prefix_length = 0;
    while (prefix[prefix_length])
        prefix_length++;
    long zeros = c->precision > count ? (long)c->precision - count : 0;
    if (c->precision < 0 && (c->flags & ZERO) && !(c->flags & LEFT) && c->width > prefix_length + count)
        zeros = (long)c->width - prefix_length - count;
    long fill = (long)c->width - prefix_length - zeros - count;
    if (!(c->flags & LEFT))
        put_many(sink, ' ', fill);
    for (int i = 0; i < prefix_length; i++)
        put(sink, prefix[i]);
    put_many(sink, '0', zeros);
    while (count > 0)
        put(sink, digits[--count]);
    if (c->flags & LEFT)
        put_many(sink, ' ', fill);
}

/* The digits of a value, the last one first. */
static int digits_of(unsigned long long value, unsigned base, int upper, char *digits) {
    const char *letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int count = 0;
    while (value) {
        digits[count++] = letters[value % base];
        value /= base;
    }
    return count;
}

static void put_unsigned(struct __hatha_sink *sink, struct conversion *c, unsigned long long value,
                         const char *sign) {
    char digits[24];
    unsigned base = c->letter == 'o' ? 8 : c->letter == 'x' || c->letter == 'X' ? 16 : 10;
    int count = digits_of(value, base, c->letter == 'X', digits);
    const char *prefix = sign;
    if ((c->flags & ALTERNATE) && base == 16 && value)
        prefix = c->letter == 'X' ? "0X" : "0x";
    if (count == 0 && c->precision != 0)
        digits[count++] = '0';
    if ((c->flags & ALTERNATE) && base == 8 && c->precision <= count && (count == 0 || digits[count - 1] != '0'))
        digits[count++] = '0';
    put_number(sink, c, prefix, digits, count);
}

static long long signed_argument(struct arguments *a, int length) {
    switch (length) {
    case CHAR:
        return (signed char)__builtin_va_arg(a->list, int);
    case SHORT:
        return (short)__builtin_va_arg(a->list, int);
    case LONG:
        return __builtin_va_arg(a->list, long);
    case LONG_LONG:
    case LONG_DOUBLE:
        return __builtin_va_arg(a->list, long long);
    default:
        return __builtin_va_arg(a->list, int);
    }
}

static unsigned long long unsigned_argument(struct arguments *a, int length) {
    switch (length) {
    case CHAR:
        return (unsigned char)__builtin_va_arg(a->list, unsigned);
    case SHORT:
        return (unsigned short)__builtin_va_arg(a->list, unsigned);
    case LONG:
        return __builtin_va_arg(a->list, unsigned long);
    case LONG_LONG:
    case LONG_DOUBLE:
        return __builtin_va_arg(a->list, unsigned long long);
    default:
        return __builtin_va_arg(a->list, unsigned);
    }
}

static void put_signed(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    long long value = signed_argument(a, c->length);
    const char *sign = c->flags & PLUS ? "+" : c->flags & SPACE ? " " : "";
    unsigned long long magnitude = (unsigned long long)value;
    if (value < 0) {
        sign = "-";
        magnitude = 0ULL - magnitude;
    }
    put_unsigned(sink, c, magnitude, sign);
}

static void put_double(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    char small[64];
    char *text = small;
    size_t room = sizeof small;
    long double wide = 0;
    double value = 0;
    size_t n;
    if (c->length == LONG_DOUBLE) {
        wide = __builtin_va_arg(a->list, long double);
        n = __hatha_format_long_double(text, room, c->letter, c->flags, c->width, c->precision, wide);
    } else {
        value = __builtin_va_arg(a->list, double);
        n = __hatha_format_double(text, room, c->letter, c->flags, c->width, c->precision, value);
    }
    if (n > room) {
        text = __hatha_alloc(n);
        if (c->length == LONG_DOUBLE)
            __hatha_format_long_double(text, n, c->letter, c->flags, c->width, c->precision, wide);
        else
            __hatha_format_double(text, n, c->letter, c->flags, c->width, c->precision, value);
    }
    for (size_t i = 0; i < n; i++)
        put(sink, text[i]);
    if (text != small)
        __hatha_free(text);
}

static void put_wide(struct __hatha_sink *sink, struct conversion *c, const wchar_t *text, size_t max) {
    size_t n = 0;
    while (n < max && text[n]) {
        if (text[n] < 0 || text[n] > 127) {
            sink->failed = 1;
            return;
        }
        n++;
    }
    long fill = (long)c->width - (long)n;
    if (!(c->flags & LEFT))
        put_many(sink, ' ', fill);
    for (size_t i = 0; i < n; i++)
        put(sink, (char)text[i]);
    if (c->flags & LEFT)
        put_many(sink, ' ', fill);
}

static void put_string(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    size_t max = c->precision < 0 ? (size_t)-1 : (size_t)c->precision;
    const char *text = 0;
    const wchar_t *wide = 0;
    size_t n = 0;
    if (c->length == LONG)
        wide = __builtin_va_arg(a->list, wchar_t *);
    else
        text = __builtin_va_arg(a->list, char *);
    if (wide) {
        put_wide(sink, c, wide, max);
        return;
    }
    if (!text)
        text = max < 6 ? "" : "(null)";
    while (n < max && text[n])
        n++;
    put_text(sink, c, text, n);
}

static void put_character(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    if (c->length == LONG) {
        wchar_t wide = (wchar_t)__builtin_va_arg(a->list, __hatha_wint);
        if (wide < 0 || wide > 127) {
            sink->failed = 1;
            return;
        }
        char narrow = (char)wide;
        put_text(sink, c, &narrow, 1);
        return;
    }
    char letter = (char)__builtin_va_arg(a->list, int);
    put_text(sink, c, &letter, 1);
}

static void put_pointer(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    void *p = __builtin_va_arg(a->list, void *);
    if (!p) {
        put_text(sink, c, "(nil)", 5);
        return;
    }
    const char *sign = c->flags & PLUS ? "+0x" : c->flags & SPACE ? " 0x" : "0x";
    char digits[24];
    int count = digits_of((uintptr_t)p, 16, 0, digits);
    put_number(sink, c, sign, digits, count);
}

static void store_count(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    switch (c->length) {
    case CHAR:
        *__builtin_va_arg(a->list, signed char *) = (signed char)sink->total;
        break;
    case SHORT:
        *__builtin_va_arg(a->list, short *) = (short)sink->total;
        break;
    case LONG:
        *__builtin_va_arg(a->list, long *) = sink->total;
        break;
    case LONG_LONG:
        *__builtin_va_arg(a->list, long long *) = sink->total;
        break;
    default:
        *__builtin_va_arg(a->list, int *) = sink->total;
    }
}

static int flag_of(char c) {
    switch (c) {
    case '-':
        return LEFT;
    case '+':
        return PLUS;
    case ' ':
        return SPACE;
    case '#':
        return ALTERNATE;
    case '0':
        return ZERO;
    default:
        return 0;
    }
}

/* A number in the format; too large a one makes the call fail. */
static const char *read_count(const char *p, int *count, int *failed) {
    *count = 0;
    while (*p >= '0' && *p <= '9') {
        if (*count > (2147483647 - (*p - '0')) / 10)
            *failed = 1;
        else
            *count = *count * 10 + (*p - '0');
        p++;
    }
    return p;
}

static int length_of(int size) {
    return size == sizeof(int) ? PLAIN : size == sizeof(long) ? LONG : LONG_LONG;
}

static const char *read_length(const char *p, int *length) {
    *length = PLAIN;
    switch (*p) {
    case 'h':
        *length = p[1] == 'h' ? CHAR : SHORT;
        return p + (p[1] == 'h' ? 2 : 1);
    case 'l':
        *length = p[1] == 'l' ? LONG_LONG : LONG;
        return p + (p[1] == 'l' ? 2 : 1);
    case 'q':
    case 'L':
        *length = LONG_DOUBLE;
        return p + 1;
    case 'j':
        *length = length_of(sizeof(intmax_t));
        return p + 1;
    case 'z':
    case 'Z':
        *length = length_of(sizeof(size_t));
        return p + 1;
    case 't':
        *length = length_of(sizeof(ptrdiff_t));
        return p + 1;
    default:
        return p;
    }
}

/* Reads what follows a `%`, up to the letter of the conversion. */
static const char *read_conversion(const char *p, struct conversion *c, struct arguments *a, int *failed) {
    c->flags = 0;
    c->width = 0;
    c->precision = -1;
    while (flag_of(*p)) {
        c->flags |= flag_of(*p);
        p++;
    }
    if (*p == '*') {
        c->width = __builtin_va_arg(a->list, int);
        if (c->width < 0) {
            c->flags |= LEFT;
            c->width = -c->width;
        }
        p++;
    } else {
        p = read_count(p, &c->width, failed);
    }
    if (*p == '.') {
        p++;
        if (*p == '*') {
            c->precision = __builtin_va_arg(a->list, int);
            if (c->precision < 0)
                c->precision = -1;
            p++;
        } else {
            p = read_count(p, &c->precision, failed);
        }
    }
    p = read_length(p, &c->length);
    c->letter = *p;
    return p;
}

/* Does one conversion; 0 if there is none with that letter. */
static int convert(struct __hatha_sink *sink, struct conversion *c, struct arguments *a) {
    switch (c->letter) {
    case 'd':
    case 'i':
        put_signed(sink, c, a);
        return 1;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        put_unsigned(sink, c, unsigned_argument(a, c->length), "");
        return 1;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        put_double(sink, c, a);
        return 1;
    case 'C':
        c->length = LONG;
    case 'c':
        put_character(sink, c, a);
        return 1;
    case 'S':
        c->length = LONG;
    case 's':
        put_string(sink, c, a);
        return 1;
    case 'p':
        put_pointer(sink, c, a);
        return 1;
    case 'n':
        store_count(sink, c, a);
        return 1;
    case '%':
        put(sink, '%');
        return 1;
    default:
        return 0;
    }
}

/* Formats into a sink; the number of characters, or -1. */
int __hatha_format(struct __hatha_sink *sink, const char *format, va_list list) {
    struct arguments arguments;
    struct conversion c;
    __builtin_va_copy(arguments.list, list);
    for (const char *p = format; *p && !sink->failed; p++) {
        if (*p != '%') {
            put(sink, *p);
            continue;
        }
        const char *start = p;
        p = read_conversion(p + 1, &c, &arguments, &sink->failed);
        if (sink->failed)
            break;
        if (!*p) {
            sink->failed = 1;
            break;
        }
        if (!convert(sink, &c, &arguments))
            for (const char *q = start; q <= p; q++)
                put(sink, *q);
    }
    __builtin_va_end(arguments.list);
    return sink->failed ? -1 : sink->total;
}
