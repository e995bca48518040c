/* The engine of the printf family: walks a format and hands pieces of output to a sink.
 *
 * `struct __hatha_sink` is spelled out again in the files that make sinks; all of
 * them must agree. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern void __hatha_not_null(const void *p, size_t n);
extern size_t __hatha_format_double(char *to, size_t cap, int conversion, int flags, int width,
                                    int precision, double value);
extern size_t __hatha_format_long_double(char *to, size_t cap, int conversion, int flags,
                                         int width, int precision, long double value);
extern int *__errno_location(void);
extern const char *__hatha_error_text(int number);

struct __hatha_sink {
    /* Takes n bytes; 0, or -1 if they could not be written. */
    int (*put)(struct __hatha_sink *sink, const char *s, size_t n);
    /* Of a sink in memory: the rest of the buffer. */
    char *to;
    size_t room;
    /* Of a sink that is a stream. */
    void *stream;
};

/* The arguments, in a structure so that a function can advance its caller's list
 * whatever type a va_list has on the target. */
struct arguments {
    __builtin_va_list list;
};

enum flag { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };

enum length { CHAR, SHORT, INT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF, LONG_DOUBLE };

/* One conversion specification. */
struct spec {
    int flags;
    int width;
    /* -1 if there is none. */
    int precision;
    enum length length;
    char conversion;
};

/* The state of one call. */
struct output {
    struct __hatha_sink *sink;
    /* Bytes that the format asks for, written or not. */
    size_t count;
    int failed;
};

/* A field of a number: prefix ("-", "0x"), zeros, digits. */
struct field {
    const char *prefix;
    size_t prefix_length;
    size_t zeros;
    const char *digits;
    size_t length;
};

static void put(struct output *out, const char *s, size_t n)
{
    if (n == 0)
        return;
    out->count += n;
    if (!out->failed && out->sink->put(out->sink, s, n) < 0)
        out->failed = 1;
}

static void fill(struct output *out, char c, size_t n)
{
    char piece[32];
    size_t have = n < sizeof piece ? n : sizeof piece;
    for (size_t i = 0; i < have; i++)
        piece[i] = c;
    while (n > 0) {
        size_t now = n < have ? n : have;
        put(out, piece, now);
        n -= now;
    }
}

/* How much a field of n bytes lacks to its width. */
static size_t lack(const struct spec *spec, size_t n)
{
    return spec->width > 0 && (size_t)spec->width > n ? (size_t)spec->width - n : 0;
}

static void put_padded(struct output *out, const struct spec *spec, const char *s, size_t n)
{
    size_t pad = lack(spec, n);
    if (!(spec->flags & LEFT))
        fill(out, ' ', pad);
    put(out, s, n);
    if (spec->flags & LEFT)
        fill(out, ' ', pad);
}

static size_t text_length(const char *s, int precision)
{
    size_t n = 0;
    while ((precision < 0 || n < (size_t)precision) && s[n])
        n++;
    return n;
}

static void put_string(struct output *out, const struct spec *spec, const char *s)
{
    __hatha_not_null(s, 0);
    /* As glibc: the whole text or nothing. */
    if (!s)
        s = spec->precision < 0 || spec->precision >= 6 ? "(null)" : "";
    put_padded(out, spec, s, text_length(s, spec->precision));
}

static void illegal_sequence(struct output *out)
{
    *__errno_location() = 84; /* EILSEQ */
    out->failed = 1;
}

/* In the C locale a wide character is its byte, and only ASCII has one. */
static void put_wide_string(struct output *out, const struct spec *spec, const wchar_t *s)
{
    __hatha_not_null(s, 0);
    if (!s) {
        put_string(out, spec, 0);
        return;
    }
    size_t n = 0;
    for (; (spec->precision < 0 || n < (size_t)spec->precision) && s[n]; n++)
        if (s[n] < 0 || s[n] > 127) {
            illegal_sequence(out);
            return;
        }
    size_t pad = lack(spec, n);
    if (!(spec->flags & LEFT))
        fill(out, ' ', pad);
    for (size_t i = 0; i < n; i++) {
        char c = (char)s[i];
        put(out, &c, 1);
    }
    if (spec->flags & LEFT)
        fill(out, ' ', pad);
}

static void put_char(struct output *out, const struct spec *spec, struct arguments *args)
{
    if (spec->length == LONG || spec->conversion == 'C') {
        unsigned w = __builtin_va_arg(args->list, unsigned);
        if (w > 127) {
            illegal_sequence(out);
            return;
        }
        char c = (char)w;
        put_padded(out, spec, &c, 1);
        return;
    }
    char c = (char)__builtin_va_arg(args->list, int);
    put_padded(out, spec, &c, 1);
}

static intmax_t signed_argument(struct arguments *args, enum length length)
{
    switch (length) {
    case CHAR:
        return (signed char)__builtin_va_arg(args->list, int);
    case SHORT:
        return (short)__builtin_va_arg(args->list, int);
    case INT:
        return __builtin_va_arg(args->list, int);
    case LONG:
        return __builtin_va_arg(args->list, long);
    case SIZE:
    case PTRDIFF:
        return __builtin_va_arg(args->list, ptrdiff_t);
    case INTMAX:
        return __builtin_va_arg(args->list, intmax_t);
    default:
        return __builtin_va_arg(args->list, long long);
    }
}

static uintmax_t unsigned_argument(struct arguments *args, enum length length)
{
    switch (length) {
    case CHAR:
        return (unsigned char)__builtin_va_arg(args->list, unsigned);
    case SHORT:
        return (unsigned short)__builtin_va_arg(args->list, unsigned);
    case INT:
        return __builtin_va_arg(args->list, unsigned);
    case LONG:
        return __builtin_va_arg(args->list, unsigned long);
    case SIZE:
        return __builtin_va_arg(args->list, size_t);
    case PTRDIFF:
        return (size_t)__builtin_va_arg(args->list, ptrdiff_t);
    case INTMAX:
        return __builtin_va_arg(args->list, uintmax_t);
    default:
        return __builtin_va_arg(args->list, unsigned long long);
    }
}

/* Writes the digits before `end`; their start. Zero has none. */
static char *digits_of(uintmax_t value, unsigned base, int upper, char *end)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (; value; value /= base)
        *--end = digits[value % base];
    return end;
}

static void put_field(struct output *out, const struct spec *spec, const struct field *field)
{
    size_t pad = lack(spec, field->prefix_length + field->zeros + field->length);
    size_t zeros = field->zeros;
    if ((spec->flags & ZERO) && !(spec->flags & LEFT) && spec->precision < 0) {
        zeros += pad;
        pad = 0;
    }
    if (!(spec->flags & LEFT))
        fill(out, ' ', pad);
    put(out, field->prefix, field->prefix_length);
    fill(out, '0', zeros);
    put(out, field->digits, field->length);
    if (spec->flags & LEFT)
        fill(out, ' ', pad);
}

/* The digits with the zeros that the precision asks for; one digit is the default. */
static void set_digits(struct field *field, const struct spec *spec, const char *s, size_t n)
{
    size_t least = spec->precision < 0 ? 1 : (size_t)spec->precision;
    field->digits = s;
    field->length = n;
    field->zeros = n < least ? least - n : 0;
}

static void put_signed(struct output *out, const struct spec *spec, intmax_t value)
{
    char buffer[24];
    char *end = buffer + sizeof buffer;
    /* Negated as unsigned: the least value has no positive counterpart. */
    uintmax_t magnitude = value < 0 ? -(uintmax_t)value : (uintmax_t)value;
    char *start = digits_of(magnitude, 10, 0, end);
    struct field field = {"", 0, 0, "", 0};
    set_digits(&field, spec, start, (size_t)(end - start));
    if (value < 0)
        field.prefix = "-";
    else if (spec->flags & PLUS)
        field.prefix = "+";
    else if (spec->flags & SPACE)
        field.prefix = " ";
    field.prefix_length = *field.prefix ? 1 : 0;
    put_field(out, spec, &field);
}

static unsigned base_of(char conversion)
{
    switch (conversion) {
    case 'o':
        return 8;
    case 'x':
    case 'X':
        return 16;
    case 'b':
    case 'B':
        return 2;
    default:
        return 10;
    }
}

static const char *prefix_of(char conversion)
{
    switch (conversion) {
    case 'x':
        return "0x";
    case 'X':
        return "0X";
    case 'b':
        return "0b";
    case 'B':
        return "0B";
    default:
        return "";
    }
}

static void put_unsigned(struct output *out, const struct spec *spec, uintmax_t value)
{
    char buffer[8 * sizeof(uintmax_t)];
    char *end = buffer + sizeof buffer;
    char *start = digits_of(value, base_of(spec->conversion), spec->conversion == 'X', end);
    struct field field = {"", 0, 0, "", 0};
    set_digits(&field, spec, start, (size_t)(end - start));
    if ((spec->flags & ALTERNATE) && value) {
        field.prefix = prefix_of(spec->conversion);
        field.prefix_length = *field.prefix ? 2 : 0;
    }
    /* '#' makes the first octal digit a zero, also of an empty zero. */
    if (spec->conversion == 'o' && (spec->flags & ALTERNATE) && field.zeros == 0)
        field.zeros = 1;
    put_field(out, spec, &field);
}

/* As glibc: a non-null pointer like %#lx, with the flags of a signed number. */
static void put_pointer(struct output *out, const struct spec *spec, const void *p)
{
    if (!p) {
        put_padded(out, spec, "(nil)", 5);
        return;
    }
    char buffer[2 * sizeof(uintptr_t)];
    char *end = buffer + sizeof buffer;
    char *start = digits_of((uintptr_t)p, 16, 0, end);
    struct field field = {"0x", 2, 0, "", 0};
    if (spec->flags & PLUS)
        field.prefix = "+0x";
    else if (spec->flags & SPACE)
        field.prefix = " 0x";
    field.prefix_length = spec->flags & (PLUS | SPACE) ? 3 : 2;
    set_digits(&field, spec, start, (size_t)(end - start));
    put_field(out, spec, &field);
}

static size_t format_float(char *to, size_t cap, const struct spec *spec, double d, long double l)
{
    if (spec->length == LONG_DOUBLE)
        return __hatha_format_long_double(to, cap, spec->conversion, spec->flags, spec->width,
                                          spec->precision, l);
    return __hatha_format_double(to, cap, spec->conversion, spec->flags, spec->width,
                                 spec->precision, d);
}

static void put_float(struct output *out, const struct spec *spec, struct arguments *args)
{
    char buffer[128];
    double d = 0;
    long double l = 0;
    if (spec->length == LONG_DOUBLE)
        l = __builtin_va_arg(args->list, long double);
    else
        d = __builtin_va_arg(args->list, double);
    size_t n = format_float(buffer, sizeof buffer, spec, d, l);
    if (n <= sizeof buffer) {
        put(out, buffer, n);
        return;
    }
    char *large = __hatha_alloc(n);
    if (!large) {
        out->failed = 1;
        return;
    }
    format_float(large, n, spec, d, l);
    put(out, large, n);
    __hatha_free(large);
}

static void store_count(struct output *out, const struct spec *spec, struct arguments *args)
{
    void *p = __builtin_va_arg(args->list, void *);
    switch (spec->length) {
    case CHAR:
        *(signed char *)p = (signed char)out->count;
        break;
    case SHORT:
        *(short *)p = (short)out->count;
        break;
    case LONG:
        *(long *)p = (long)out->count;
        break;
    case LONG_LONG:
        *(long long *)p = (long long)out->count;
        break;
    case INTMAX:
        *(intmax_t *)p = (intmax_t)out->count;
        break;
    case SIZE:
        *(size_t *)p = out->count;
        break;
    case PTRDIFF:
        *(ptrdiff_t *)p = (ptrdiff_t)out->count;
        break;
    default:
        *(int *)p = (int)out->count;
    }
}

static void put_text(struct output *out, struct spec *spec, struct arguments *args)
{
    if (spec->length == LONG || spec->conversion == 'S')
        put_wide_string(out, spec, __builtin_va_arg(args->list, const wchar_t *));
    else
        put_string(out, spec, __builtin_va_arg(args->list, const char *));
}

/* Whether the conversion is known. */
static int convert(struct output *out, struct spec *spec, struct arguments *args)
{
    switch (spec->conversion) {
    case 'd':
    case 'i':
        put_signed(out, spec, signed_argument(args, spec->length));
        return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
        put_unsigned(out, spec, unsigned_argument(args, spec->length));
        return 1;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        put_float(out, spec, args);
        return 1;
    case 'c':
    case 'C':
        put_char(out, spec, args);
        return 1;
    case 's':
    case 'S':
        put_text(out, spec, args);
        return 1;
    case 'p':
        put_pointer(out, spec, __builtin_va_arg(args->list, const void *));
        return 1;
    case 'n':
        store_count(out, spec, args);
        return 1;
    case 'm':
        put_string(out, spec, __hatha_error_text(*__errno_location()));
        return 1;
    case '%':
        put(out, "%", 1);
        return 1;
    default:
        return 0;
    }
}

static int flag_of(char c)
{
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

/* The flags ' (grouping) and I (digits of the locale) mean nothing in the C locale. */
static const char *read_flags(const char *s, struct spec *spec)
{
    for (; flag_of(*s) || *s == '\'' || *s == 'I'; s++)
        spec->flags |= flag_of(*s);
    return s;
}

/* A number of the format; one that no int holds is -2. */
static const char *read_number(const char *s, int *number)
{
    unsigned value = 0;
    int large = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        if (value > 214748363)
            large = 1;
        else
            value = value * 10 + (unsigned)(*s - '0');
    }
    *number = large ? -2 : (int)value;
    return s;
}

static const char *read_width(const char *s, struct spec *spec, struct arguments *args)
{
    if (*s != '*')
        return read_number(s, &spec->width);
    int width = __builtin_va_arg(args->list, int);
    if (width < 0) {
        spec->flags |= LEFT;
        /* The least int has no positive counterpart: too large a width. */
        width = width < -2147483647 ? -2 : -width;
    }
    spec->width = width;
    return s + 1;
}

static const char *read_precision(const char *s, struct spec *spec, struct arguments *args)
{
    if (*s != '.')
        return s;
    s++;
    if (*s == '*') {
        int precision = __builtin_va_arg(args->list, int);
        spec->precision = precision < 0 ? -1 : precision;
        return s + 1;
    }
    if (*s == '-') {
        /* A negative precision counts as none. */
        int ignored;
        s = read_number(s + 1, &ignored);
        spec->precision = -1;
        return s;
    }
    return read_number(s, &spec->precision);
}

static const char *read_length(const char *s, struct spec *spec)
{
    switch (*s) {
    case 'h':
        spec->length = s[1] == 'h' ? CHAR : SHORT;
        return s[1] == 'h' ? s + 2 : s + 1;
    case 'l':
        spec->length = s[1] == 'l' ? LONG_LONG : LONG;
        return s[1] == 'l' ? s + 2 : s + 1;
    case 'q':
        spec->length = LONG_LONG;
        return s + 1;
    case 'L':
        spec->length = LONG_DOUBLE;
        return s + 1;
    case 'j':
        spec->length = INTMAX;
        return s + 1;
    case 'z':
    case 'Z':
        spec->length = SIZE;
        return s + 1;
    case 't':
        spec->length = PTRDIFF;
        return s + 1;
    default:
        return s;
    }
}

static int fail(int number)
{
    *__errno_location() = number;
    return -1;
}

/* What stands after a '%': its end, or null if the format is refused. */
static const char *one(struct output *out, const char *s, struct arguments *args)
{
    const char *start = s - 1;
    struct spec spec = {0, 0, -1, INT, 0};
    s = read_flags(s, &spec);
    s = read_width(s, &spec, args);
    s = read_precision(s, &spec, args);
    s = read_length(s, &spec);
    if (spec.width == -2 || spec.precision == -2) {
        fail(75); /* EOVERFLOW */
        return 0;
    }
    spec.conversion = *s;
    if (!*s) {
        fail(22); /* EINVAL: the format ends inside a specification */
        return 0;
    }
    if (!convert(out, &spec, args))
        put(out, start, (size_t)(s + 1 - start));
    return s + 1;
}

/* The number of bytes that the format asks for, or -1. */
int __hatha_format(struct __hatha_sink *sink, const char *s, __builtin_va_list list)
{
    struct output out = {sink, 0, 0};
    struct arguments args;
    __hatha_not_null(s, 0);
    __builtin_va_copy(args.list, list);
    while (s && *s && !out.failed) {
        size_t n = 0;
        while (s[n] && s[n] != '%')
            n++;
        put(&out, s, n);
        s += n;
        if (*s)
            s = one(&out, s + 1, &args);
    }
    __builtin_va_end(args.list);
    if (!s || out.failed)
        return -1;
    return out.count > 2147483647 ? fail(75) : (int)out.count;
}
