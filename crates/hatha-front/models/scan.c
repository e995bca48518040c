/* The engine of the scanf family: walks a format and takes bytes from a source.
 *
 * `struct __hatha_source` is spelled out again in the files that make sources; all of
 * them must agree. What is consumed on a mismatch is what glibc consumes: one byte of
 * look-ahead is given back, a prefix that led nowhere is not. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern double __isoc23_strtod(const char *s, char **end);
extern float __isoc23_strtof(const char *s, char **end);
extern long double __isoc23_strtold(const char *s, char **end);
extern int *__errno_location(void);

struct __hatha_source {
    /* The next byte, or -1. */
    int (*get)(struct __hatha_source *source);
    /* Gives the last byte back. */
    void (*unget)(struct __hatha_source *source, int c);
    /* Of a source in memory: the rest of the string. */
    const char *from;
    /* Of a source that is a stream. */
    void *stream;
    /* What comes where a number is looked for: 1 a number, 0 something else, -1 the end of the
     * input; 2 if that is told by the bytes. Null if it always is. */
    int (*number)(struct __hatha_source *source);
};

/* The arguments, in a structure so that a function can advance its caller's list
 * whatever type a va_list has on the target. */
struct arguments {
    __builtin_va_list list;
};

enum length { CHAR, SHORT, INT, LONG, LONG_LONG, SIZE, PTRDIFF };

/* How a conversion ended. */
enum outcome { DONE, MISMATCH, END_OF_INPUT };

/* One conversion specification. */
struct spec {
    int suppress;
    int allocate;
    /* The bytes that may still be taken; -1 without a limit. */
    int width;
    enum length length;
    char conversion;
    /* Of `[`: the bytes that match. */
    unsigned char set[256];
};

/* The state of one call. */
struct input {
    struct __hatha_source *source;
    struct arguments args;
    /* Whether %i knows the prefix 0b, and %b there is, as in C23. */
    int binary;
    /* Bytes taken. */
    int taken;
    int assigned;
};

/* Text that grows. */
struct text {
    char *data;
    size_t length;
    size_t room;
};

/* Where the bytes of %s, %c and %[ go: one of the pointers, or nowhere. */
struct target {
    char *bytes;
    wchar_t *wide;
    size_t length;
    /* With the modifier m: the block that is being filled, and where its address goes. */
    size_t room;
    void **result;
};

static int next(struct input *in)
{
    int c = in->source->get(in->source);
    if (c >= 0)
        in->taken++;
    return c;
}

static void back(struct input *in, int c)
{
    if (c >= 0) {
        in->source->unget(in->source, c);
        in->taken--;
    }
}

/* The next byte of a field, or -1 at its end; what stands behind the field stays. */
static int next_of_field(struct input *in, struct spec *spec)
{
    if (spec->width == 0)
        return -1;
    int c = next(in);
    if (c >= 0 && spec->width > 0)
        spec->width--;
    return c;
}

static void back_of_field(struct input *in, struct spec *spec, int c)
{
    if (c >= 0 && spec->width >= 0)
        spec->width++;
    back(in, c);
}

static int is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int digit(int c)
{
    c = lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static void skip_space(struct input *in)
{
    int c = next(in);
    while (is_space(c))
        c = next(in);
    back(in, c);
}

static void *copy_larger(const void *old, size_t used, size_t n)
{
    void *p = __hatha_alloc(n);
    if (p && used)
        __hatha_copy(p, old, used);
    return p;
}

static void append(struct text *text, int c)
{
    if (text->length + 1 >= text->room) {
        size_t room = text->room ? text->room * 2 : 32;
        char *p = copy_larger(text->data, text->length, room);
        /* Without memory the number is cut; there is no way to say so. */
        if (!p)
            return;
        __hatha_free(text->data);
        text->data = p;
        text->room = room;
    }
    text->data[text->length++] = (char)c;
    text->data[text->length] = 0;
}

/* Integers. */

struct number {
    unsigned long long magnitude;
    int negative;
    int large;
    int digits;
};

static void add_digit(struct number *n, unsigned base, unsigned d)
{
    n->digits = 1;
    if (n->magnitude > ((unsigned long long)-1 - d) / base)
        n->large = 1;
    else
        n->magnitude = n->magnitude * base + d;
}

/* Passes "0", "0x" or "0b", settles the base; the byte behind. */
static int read_prefix(struct input *in, struct spec *spec, struct number *n, unsigned *base, int c)
{
    if (c == '0') {
        n->digits = 1;
        c = next_of_field(in, spec);
        if (lower(c) == 'x' && (*base == 0 || *base == 16)) {
            *base = 16;
            c = next_of_field(in, spec);
        } else if (in->binary && lower(c) == 'b' && (*base == 0 || *base == 2)) {
            *base = 2;
            c = next_of_field(in, spec);
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0)
        *base = 10;
    return c;
}

static enum outcome read_integer(struct input *in, struct spec *spec, unsigned base,
                                 struct number *n)
{
    int c = next_of_field(in, spec);
    if (c < 0)
        return END_OF_INPUT;
    if (c == '-' || c == '+') {
        n->negative = c == '-';
        c = next_of_field(in, spec);
    }
    c = read_prefix(in, spec, n, &base, c);
    for (; digit(c) < (int)base; c = next_of_field(in, spec))
        add_digit(n, base, (unsigned)digit(c));
    back_of_field(in, spec, c);
    return n->digits ? DONE : MISMATCH;
}

/* The largest value of the type in which strtol and its kin would compute. */
static unsigned long long most_of(const struct spec *spec)
{
    return spec->length == LONG_LONG ? (unsigned long long)-1 : (unsigned long)-1;
}

static unsigned long long out_of_range(unsigned long long value)
{
    *__errno_location() = 34; /* ERANGE */
    return value;
}

/* The value as strtol would give it, as a pattern of bits. */
static unsigned long long signed_value(const struct number *n, unsigned long long most)
{
    unsigned long long limit = most / 2 + (n->negative ? 1 : 0);
    unsigned long long magnitude = n->magnitude;
    if (n->large || magnitude > limit)
        magnitude = out_of_range(limit);
    return n->negative ? -magnitude : magnitude;
}

static unsigned long long unsigned_value(const struct number *n, unsigned long long most)
{
    if (n->large || n->magnitude > most)
        return out_of_range(most);
    return n->negative ? -n->magnitude : n->magnitude;
}

static void store_integer(const struct spec *spec, void *to, unsigned long long value)
{
    switch (spec->length) {
    case CHAR:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case SHORT:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case INT:
        *(unsigned *)to = (unsigned)value;
        break;
    case LONG:
        *(unsigned long *)to = (unsigned long)value;
        break;
    case SIZE:
        *(size_t *)to = (size_t)value;
        break;
    case PTRDIFF:
        *(ptrdiff_t *)to = (ptrdiff_t)value;
        break;
    default:
        *(unsigned long long *)to = value;
    }
}

static enum outcome scan_integer(struct input *in, struct spec *spec, unsigned base, int is_signed)
{
    struct number n = {0, 0, 0, 0};
    enum outcome outcome = read_integer(in, spec, base, &n);
    if (outcome != DONE || spec->suppress)
        return outcome;
    unsigned long long most = most_of(spec);
    unsigned long long value = is_signed ? signed_value(&n, most) : unsigned_value(&n, most);
    store_integer(spec, __builtin_va_arg(in->args.list, void *), value);
    in->assigned++;
    return DONE;
}

/* Numbers that are chosen as a whole: every value that the variable can have is one. */

enum { BY_BYTES = 2 };

extern int __hatha_choose_signed_number_on_standard_input(void);
extern long __hatha_choose_long_signed_number_on_standard_input(void);
extern long long __hatha_choose_large_signed_number_on_standard_input(void);
extern unsigned __hatha_choose_unsigned_number_on_standard_input(void);
extern unsigned long __hatha_choose_long_unsigned_number_on_standard_input(void);
extern unsigned long long __hatha_choose_large_unsigned_number_on_standard_input(void);
extern _Bool __hatha_choose_number_beyond_its_type_on_standard_input(void);
extern void __hatha_assume(int condition);

static int is_narrow(const struct spec *spec)
{
    return spec->length == CHAR || spec->length == SHORT || spec->length == INT;
}

static unsigned long long choose_signed(const struct spec *spec)
{
    if (spec->length == LONG_LONG)
        return (unsigned long long)__hatha_choose_large_signed_number_on_standard_input();
    if (!is_narrow(spec))
        return (unsigned long long)__hatha_choose_long_signed_number_on_standard_input();
    int value = __hatha_choose_signed_number_on_standard_input();
    if (spec->length == CHAR)
        __hatha_assume(value == (signed char)value);
    if (spec->length == SHORT)
        __hatha_assume(value == (short)value);
    return (unsigned long long)value;
}

static unsigned long long choose_unsigned(const struct spec *spec)
{
    if (spec->length == LONG_LONG)
        return __hatha_choose_large_unsigned_number_on_standard_input();
    if (!is_narrow(spec))
        return __hatha_choose_long_unsigned_number_on_standard_input();
    unsigned value = __hatha_choose_unsigned_number_on_standard_input();
    if (spec->length == CHAR)
        __hatha_assume(value == (unsigned char)value);
    if (spec->length == SHORT)
        __hatha_assume(value == (unsigned short)value);
    return value;
}

/* Whether the variable is narrower than what strtol and its kin give. */
static int is_cut_off(const struct spec *spec)
{
    return spec->length == CHAR || spec->length == SHORT ||
           (spec->length == INT && sizeof(int) < sizeof(long));
}

/* A number beyond all is stored as strtol and its kin would give it, cut to the type: all bits or
 * none where that is narrower. No branch depends on the error. */
static void choose_range_error_if(int is_possible)
{
    int beyond = __hatha_choose_number_beyond_its_type_on_standard_input() & is_possible;
    int *error = __errno_location();
    *error = (*error & (beyond - 1)) | (34 & -beyond); /* ERANGE */
}

static void choose_range_error(const struct spec *spec, int is_extreme, int is_cut)
{
    choose_range_error_if(is_cut_off(spec) ? is_cut : is_extreme);
}

/* Numbers for variables of a known type, as the conversions below choose them. */

int __hatha_number_for_int(void)
{
    int value = __hatha_choose_signed_number_on_standard_input();
    int is_extreme = (value == 2147483647) | (value == -2147483647 - 1);
    int is_cut = (value == 0) | (value == -1);
    choose_range_error_if(sizeof(int) < sizeof(long) ? is_cut : is_extreme);
    return value;
}

long __hatha_number_for_long(void)
{
    long value = __hatha_choose_long_signed_number_on_standard_input();
    long most = (long)((unsigned long)-1 / 2);
    choose_range_error_if((value == most) | (value == -most - 1));
    return value;
}

long long __hatha_number_for_long_long(void)
{
    long long value = __hatha_choose_large_signed_number_on_standard_input();
    long long most = 9223372036854775807LL;
    choose_range_error_if((value == most) | (value == -most - 1));
    return value;
}

unsigned __hatha_number_for_unsigned(void)
{
    unsigned value = __hatha_choose_unsigned_number_on_standard_input();
    choose_range_error_if(value == (unsigned)-1);
    return value;
}

unsigned long __hatha_number_for_unsigned_long(void)
{
    unsigned long value = __hatha_choose_long_unsigned_number_on_standard_input();
    choose_range_error_if(value == (unsigned long)-1);
    return value;
}

unsigned long long __hatha_number_for_unsigned_long_long(void)
{
    unsigned long long value = __hatha_choose_large_unsigned_number_on_standard_input();
    choose_range_error_if(value == (unsigned long long)-1);
    return value;
}

static unsigned long long chosen_value(const struct spec *spec)
{
    unsigned long long most = most_of(spec);
    if (spec->conversion == 'u') {
        unsigned long long value = choose_unsigned(spec);
        unsigned all = spec->length == CHAR ? 255 : spec->length == SHORT ? 65535 : (unsigned)-1;
        choose_range_error(spec, value == most, value == all);
        return value;
    }
    unsigned long long value = choose_signed(spec);
    int is_extreme = (value == most / 2) | (-value == most / 2 + 1);
    choose_range_error(spec, is_extreme, (value == 0) | (value == (unsigned long long)-1));
    return value;
}

static enum outcome choose_integer(struct input *in, const struct spec *spec, int comes)
{
    if (comes < 0)
        return END_OF_INPUT;
    if (comes == 0)
        return MISMATCH;
    unsigned long long value = chosen_value(spec);
    if (!spec->suppress) {
        store_integer(spec, __builtin_va_arg(in->args.list, void *), value);
        in->assigned++;
    }
    return DONE;
}

/* Whether the rest of a format may ask how many bytes were taken. */
static int asks_count(const char *format)
{
    while (*format && *format != 'n')
        format++;
    return *format == 'n';
}

/* What comes for a conversion, if that is not told by the bytes. */
static int what_comes(struct input *in, const struct spec *spec, const char *rest)
{
    int is_decimal = spec->conversion == 'd' || spec->conversion == 'u';
    if (!is_decimal || spec->width >= 0 || !in->source->number || asks_count(rest))
        return BY_BYTES;
    return in->source->number(in->source);
}

static enum outcome read_nil(struct input *in, struct spec *spec)
{
    for (const char *s = "(nil)"; *s; s++) {
        int c = next_of_field(in, spec);
        if (lower(c) != *s) {
            back_of_field(in, spec, c);
            return MISMATCH;
        }
    }
    return DONE;
}

/* What %p prints, null included. */
static enum outcome scan_pointer(struct input *in, struct spec *spec)
{
    struct number n = {0, 0, 0, 0};
    int c = next_of_field(in, spec);
    back_of_field(in, spec, c);
    int nil = c == '(' && (spec->width < 0 || spec->width >= 5);
    enum outcome outcome = nil ? read_nil(in, spec) : read_integer(in, spec, 16, &n);
    if (outcome != DONE)
        return outcome;
    if (spec->suppress)
        return DONE;
    uintptr_t value = (uintptr_t)unsigned_value(&n, (uintptr_t)-1);
    *__builtin_va_arg(in->args.list, void **) = (void *)value;
    in->assigned++;
    return DONE;
}

/* Floating numbers. */

/* Takes the rest of a word such as "nan", in any case. */
static int read_word(struct input *in, struct spec *spec, struct text *text, const char *rest)
{
    for (; *rest; rest++) {
        int c = next_of_field(in, spec);
        if (lower(c) != *rest)
            return 0;
        append(text, c);
    }
    return 1;
}

static enum outcome read_infinity(struct input *in, struct spec *spec, struct text *text)
{
    if (!read_word(in, spec, text, "nf"))
        return MISMATCH;
    int c = next_of_field(in, spec);
    if (lower(c) != 'i') {
        back_of_field(in, spec, c);
        return DONE;
    }
    append(text, c);
    return read_word(in, spec, text, "nity") ? DONE : MISMATCH;
}

/* Where in a floating number the scanner is. */
struct progress {
    int hexadecimal;
    int digits;
    int point;
    int exponent;
    /* The last byte was the letter of the exponent. */
    int sign_allowed;
};

/* Whether a byte continues the number. */
static int continues(struct progress *p, int c)
{
    int sign_allowed = p->sign_allowed;
    p->sign_allowed = 0;
    if (digit(c) < (p->hexadecimal && !p->exponent ? 16 : 10)) {
        p->digits = 1;
        return 1;
    }
    if (sign_allowed && (c == '-' || c == '+'))
        return 1;
    if (p->digits && !p->exponent && lower(c) == (p->hexadecimal ? 'p' : 'e')) {
        p->exponent = 1;
        p->point = 1;
        p->sign_allowed = 1;
        return 1;
    }
    if (!p->point && c == '.') {
        p->point = 1;
        return 1;
    }
    return 0;
}

static enum outcome read_digits(struct input *in, struct spec *spec, struct text *text, int c)
{
    struct progress p = {0, 0, 0, 0, 0};
    if (c == '0') {
        append(text, c);
        c = next_of_field(in, spec);
        /* An x that ends the field belongs to what follows. */
        if (lower(c) == 'x' && spec->width != 0) {
            append(text, c);
            p.hexadecimal = 1;
            c = next_of_field(in, spec);
        } else {
            p.digits = 1;
        }
    }
    for (; continues(&p, c); c = next_of_field(in, spec))
        append(text, c);
    back_of_field(in, spec, c);
    /* "0x." still has its zero; "0x" alone glibc refuses. */
    return p.digits || (p.hexadecimal && p.point) ? DONE : MISMATCH;
}

static enum outcome read_float(struct input *in, struct spec *spec, struct text *text)
{
    int c = next_of_field(in, spec);
    if (c < 0)
        return END_OF_INPUT;
    if (c == '-' || c == '+') {
        append(text, c);
        c = next_of_field(in, spec);
        if (c < 0)
            return MISMATCH;
    }
    if (lower(c) == 'n' || lower(c) == 'i')
        append(text, c);
    if (lower(c) == 'n')
        return read_word(in, spec, text, "an") ? DONE : MISMATCH;
    if (lower(c) == 'i')
        return read_infinity(in, spec, text);
    return read_digits(in, spec, text, c);
}

static void store_float(struct input *in, const struct spec *spec, const char *text)
{
    void *to = __builtin_va_arg(in->args.list, void *);
    /* With ERANGE, as from strtod and its kin. */
    if (spec->length == LONG_LONG)
        *(long double *)to = __isoc23_strtold(text, 0);
    else if (spec->length == LONG)
        *(double *)to = __isoc23_strtod(text, 0);
    else
        *(float *)to = __isoc23_strtof(text, 0);
}

static enum outcome scan_float(struct input *in, struct spec *spec)
{
    struct text text = {0, 0, 0};
    enum outcome outcome = read_float(in, spec, &text);
    if (outcome == DONE && !spec->suppress) {
        store_float(in, spec, text.data);
        in->assigned++;
    }
    __hatha_free(text.data);
    return outcome;
}

/* Characters. */

static int is_wide(const struct spec *spec)
{
    return spec->length == LONG || spec->conversion == 'S' || spec->conversion == 'C';
}

static void open_target(struct input *in, const struct spec *spec, struct target *to)
{
    if (spec->suppress)
        return;
    void *p = __builtin_va_arg(in->args.list, void *);
    if (spec->allocate)
        to->result = p;
    else if (is_wide(spec))
        to->wide = p;
    else
        to->bytes = p;
}

/* Room for one more in a block that is being filled. */
static void grow_target(const struct spec *spec, struct target *to)
{
    size_t size = is_wide(spec) ? sizeof(wchar_t) : 1;
    if (!to->result || to->length < to->room)
        return;
    size_t room = to->room ? to->room * 2 : 32;
    void *old = is_wide(spec) ? (void *)to->wide : (void *)to->bytes;
    void *p = copy_larger(old, to->length * size, room * size);
    __hatha_free(old);
    if (is_wide(spec))
        to->wide = p;
    else
        to->bytes = p;
    to->room = room;
}

static void store_char(const struct spec *spec, struct target *to, int c)
{
    grow_target(spec, to);
    if (to->wide)
        to->wide[to->length] = c;
    else if (to->bytes)
        to->bytes[to->length] = (char)c;
    to->length++;
}

static void close_target(struct input *in, const struct spec *spec, struct target *to, int with_nul)
{
    if (spec->suppress)
        return;
    if (with_nul)
        store_char(spec, to, 0);
    if (to->result)
        *to->result = is_wide(spec) ? (void *)to->wide : (void *)to->bytes;
    in->assigned++;
}

static int matches(const struct spec *spec, int c)
{
    if (c < 0)
        return 0;
    switch (spec->conversion) {
    case 's':
    case 'S':
        return !is_space(c);
    case '[':
        return spec->set[c];
    default:
        return 1;
    }
}

static enum outcome scan_text(struct input *in, struct spec *spec)
{
    struct target to = {0, 0, 0, 0, 0};
    int is_char = spec->conversion == 'c' || spec->conversion == 'C';
    if (is_char && spec->width < 0)
        spec->width = 1;
    int c = next_of_field(in, spec);
    if (c < 0)
        return END_OF_INPUT;
    if (!matches(spec, c)) {
        back(in, c);
        return MISMATCH;
    }
    open_target(in, spec, &to);
    for (; matches(spec, c); c = next_of_field(in, spec))
        store_char(spec, &to, c);
    back(in, c);
    close_target(in, spec, &to, !is_char);
    return DONE;
}

static enum outcome store_taken(struct input *in, const struct spec *spec)
{
    if (!spec->suppress)
        store_integer(spec, __builtin_va_arg(in->args.list, void *),
                      (unsigned long long)in->taken);
    return DONE;
}

static enum outcome scan_literal(struct input *in, int wanted)
{
    int c = next(in);
    if (c == wanted)
        return DONE;
    back(in, c);
    return c < 0 ? END_OF_INPUT : MISMATCH;
}

/* The format. */

static const char *read_width(const char *s, struct spec *spec)
{
    int width = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        if (width < 100000000)
            width = width * 10 + (*s - '0');
    spec->width = width ? width : -1;
    return s;
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
    case 'L':
    case 'q':
    case 'j':
        spec->length = LONG_LONG;
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

/* The set of a `[`, from behind it to behind the `]`. A `]` that stands first belongs
 * to the set; a-z is a range if it goes upwards, and so is the second half of a-m-z. */
static const char *read_set(const char *s, struct spec *spec)
{
    unsigned char inside = *s != '^';
    if (!inside)
        s++;
    for (int i = 0; i < 256; i++)
        spec->set[i] = !inside;
    const char *first = s;
    for (; *s && (*s != ']' || s == first); s++) {
        int low = (unsigned char)*s;
        int high = low;
        if (s[1] == '-' && s[2] && s[2] != ']' && (unsigned char)s[2] >= low) {
            high = (unsigned char)s[2];
            /* The end of a range may start the next one, as glibc reads it. */
            s++;
        }
        for (int c = low; c <= high; c++)
            spec->set[c] = inside;
    }
    return *s ? s + 1 : s;
}

static const char *read_spec(const char *s, struct spec *spec)
{
    spec->suppress = 0;
    spec->allocate = 0;
    spec->length = INT;
    for (; *s == '*' || *s == '\'' || *s == 'I'; s++)
        if (*s == '*')
            spec->suppress = 1;
    s = read_width(s, spec);
    if (*s == 'm') {
        spec->allocate = 1;
        s++;
    }
    s = read_length(s, spec);
    spec->conversion = *s;
    if (*s)
        s++;
    return spec->conversion == '[' ? read_set(s, spec) : s;
}

static int keeps_space(char conversion)
{
    return conversion == 'c' || conversion == 'C' || conversion == '[' || conversion == 'n';
}

static enum outcome convert(struct input *in, struct spec *spec)
{
    switch (spec->conversion) {
    case 'd':
        return scan_integer(in, spec, 10, 1);
    case 'i':
        return scan_integer(in, spec, 0, 1);
    case 'u':
        return scan_integer(in, spec, 10, 0);
    case 'o':
        return scan_integer(in, spec, 8, 0);
    case 'b':
        return in->binary ? scan_integer(in, spec, 2, 0) : MISMATCH;
    case 'x':
    case 'X':
        return scan_integer(in, spec, 16, 0);
    case 'p':
        return scan_pointer(in, spec);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return scan_float(in, spec);
    case 'c':
    case 'C':
    case 's':
    case 'S':
    case '[':
        return scan_text(in, spec);
    case 'n':
        return store_taken(in, spec);
    case '%':
        return scan_literal(in, '%');
    default:
        return MISMATCH;
    }
}

/* One directive of the format. */
static enum outcome directive(struct input *in, const char **format)
{
    const char *s = *format;
    struct spec spec;
    if (is_space(*s)) {
        skip_space(in);
        *format = s + 1;
        return DONE;
    }
    if (*s != '%') {
        *format = s + 1;
        return scan_literal(in, (unsigned char)*s);
    }
    *format = read_spec(s + 1, &spec);
    int comes = what_comes(in, &spec, *format);
    if (comes != BY_BYTES)
        return choose_integer(in, &spec, comes);
    if (!keeps_space(spec.conversion))
        skip_space(in);
    return convert(in, &spec);
}

/* The number of assignments, or -1 if the input ended before the first. */
int __hatha_scan(struct __hatha_source *source, int binary, const char *format, __builtin_va_list list)
{
    struct input in;
    in.source = source;
    in.binary = binary;
    in.taken = 0;
    in.assigned = 0;
    __builtin_va_copy(in.args.list, list);
    enum outcome outcome = DONE;
    while (*format && outcome == DONE)
        outcome = directive(&in, &format);
    __builtin_va_end(in.args.list);
    return outcome == END_OF_INPUT && in.assigned == 0 ? -1 : in.assigned;
}
