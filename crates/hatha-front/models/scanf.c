/* The scanf family: one engine over a stream or a string. */

struct __hatha_file;

extern struct __hatha_file *stdin;
extern int __hatha_getc(struct __hatha_file *f);
extern int ungetc(int c, struct __hatha_file *f);

struct source {
    const char *text;
    struct __hatha_file *file;
    long taken;
};

struct arguments {
    va_list list;
};

struct conversion {
    int discard;
    int width;
    int length;
    int letter;
    int allocate;
};

enum { PLAIN, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* Room for the characters of a number. */
enum { ROOM = 512 };

struct collected {
    char text[ROOM];
    int count;
    int left;
};

static int next(struct source *s) {
    int c;
    if (s->text) {
        c = (unsigned char)*s->text;
        if (c == 0)
            return -1;
        s->text++;
    } else {
        c = __hatha_getc(s->file);
    }
    if (c >= 0)
        s->taken++;
    return c;
}

static void back(struct source *s, int c) {
    if (c < 0)
        return;
    s->taken--;
    if (s->text)
        s->text--;
    else
        ungetc(c, s->file);
}

static int peek(struct source *s) {
    int c = next(s);
    back(s, c);
    return c;
}

static int is_space(int c) {
    return c == ' ' || (c >= 9 && c <= 13);
}

static int digit_of(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static void skip_space(struct source *s) {
    int c = next(s);
    while (is_space(c))
        c = next(s);
    back(s, c);
}

/* Moves the next character to the collected ones. */
static void take(struct source *s, struct collected *t) {
    int c = next(s);
    t->left--;
    if (t->count < ROOM - 1) {
        t->text[t->count] = (char)c;
        t->count++;
    }
    t->text[t->count] = 0;
}

/* The next character, if the width allows another. */
static int look(struct source *s, struct collected *t) {
    return t->left > 0 ? peek(s) : -1;
}

static void start(struct collected *t, int width) {
    t->count = 0;
    t->left = width > 0 ? width : 2147483647;
    t->text[0] = 0;
}

static void take_sign(struct source *s, struct collected *t) {
    int c = look(s, t);
    if (c == '+' || c == '-')
        take(s, t);
}

static void store_integer(struct arguments *a, int length, unsigned long long value) {
    switch (length) {
    case CHAR:
        *__builtin_va_arg(a->list, char *) = (char)value;
        break;
    case SHORT:
        *__builtin_va_arg(a->list, short *) = (short)value;
        break;
    case LONG:
        *__builtin_va_arg(a->list, long *) = (long)value;
        break;
    case LONG_LONG:
    case LONG_DOUBLE:
        *__builtin_va_arg(a->list, long long *) = (long long)value;
        break;
    default:
        *__builtin_va_arg(a->list, int *) = (int)value;
    }
}

/* Reads the prefix of a number; its base. */
static int take_base(struct source *s, struct collected *t, int base) {
    if (base != 0 && base != 16)
        return base;
    if (look(s, t) != '0')
        return base == 0 ? 10 : base;
    take(s, t);
    int c = look(s, t);
    if (c == 'x' || c == 'X') {
        take(s, t);
        return 16;
    }
    return base == 0 ? 8 : base;
}

static int base_of(int letter) {
    switch (letter) {
    case 'd':
    case 'u':
        return 10;
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 0;
    }
}

/* The value of collected digits, cut to the limits of the type that the C
   library reads it with (long, or long long). */
static unsigned long long value_of(const char *text, int base, struct conversion *c) {
    int negative = *text == '-';
    int is_signed = c->letter == 'd' || c->letter == 'i';
    int wide = c->length == LONG_LONG || c->length == LONG_DOUBLE;
    unsigned long long all = wide ? ~0ULL : ~0UL;
    unsigned long long limit = !is_signed ? all : negative ? all / 2 + 1 : all / 2;
    unsigned long long value = 0;
    int over = 0;
    if (*text == '-' || *text == '+')
        text++;
    if (base == 16 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    for (; *text; text++) {
        unsigned long long digit = (unsigned long long)digit_of(*text);
        if (value > (limit - digit) / (unsigned)base)
            over = 1;
        else
            value = value * (unsigned)base + digit;
    }
    if (over) {
        *__errno_location() = 34;
        if (!is_signed)
            return limit;
        value = limit;
    }
    return negative ? 0ULL - value : value;
}

static int read_nil(struct source *s, struct collected *t) {
    const char *word = "(nil)";
    for (; *word; word++) {
        if (lower(look(s, t)) != *word)
            return 0;
        take(s, t);
    }
    return 1;
}

/* 1 if a value was read, 0 if the input does not match, -1 at its end. */
static int read_integer(struct source *s, struct conversion *c, struct arguments *a) {
    struct collected t;
    start(&t, c->width);
    if (peek(s) < 0)
        return -1;
    if (c->letter == 'p' && peek(s) == '(') {
        if (!read_nil(s, &t))
            return 0;
        if (!c->discard)
            *__builtin_va_arg(a->list, void **) = 0;
        return 1;
    }
    take_sign(s, &t);
    int before = t.count;
    int base = take_base(s, &t, base_of(c->letter));
    while (digit_of(look(s, &t)) < base)
        take(s, &t);
    if (t.count == before)
        return 0;
    if (c->discard)
        return 1;
    if (c->letter == 'p')
        c->length = sizeof(void *) == sizeof(long) ? LONG : LONG_LONG;
    store_integer(a, c->length, value_of(t.text, base, c));
    return 1;
}

static int take_word(struct source *s, struct collected *t, const char *word) {
    for (; *word; word++) {
        if (lower(look(s, t)) != *word)
            return 0;
        take(s, t);
    }
    return 1;
}

/* Digits with a point; how many digits. */
static int take_mantissa(struct source *s, struct collected *t, int base) {
    int digits = 0, point = 0;
    for (;;) {
        int c = look(s, t);
        if (c == '.' && !point)
            point = 1;
        else if (digit_of(c) < base)
            digits++;
        else
            return digits;
        take(s, t);
    }
}

/* An exponent without digits is taken and counts for nothing, as in glibc. */
static void take_exponent(struct source *s, struct collected *t, int letter) {
    if (lower(look(s, t)) != letter)
        return;
    take(s, t);
    take_sign(s, t);
    while (digit_of(look(s, t)) < 10)
        take(s, t);
}

static int take_infinity(struct source *s, struct collected *t) {
    if (!take_word(s, t, "inf"))
        return 0;
    return lower(look(s, t)) != 'i' || take_word(s, t, "inity");
}

static int take_float(struct source *s, struct collected *t) {
    take_sign(s, t);
    int c = lower(look(s, t));
    if (c == 'n')
        return take_word(s, t, "nan");
    if (c == 'i')
        return take_infinity(s, t);
    int zero = c == '0';
    if (zero)
        take(s, t);
    if (zero && lower(look(s, t)) == 'x') {
        take(s, t);
        if (take_mantissa(s, t, 16) == 0)
            return 0;
        take_exponent(s, t, 'p');
        return 1;
    }
    if (take_mantissa(s, t, 10) + zero == 0)
        return 0;
    take_exponent(s, t, 'e');
    return 1;
}

static int read_float(struct source *s, struct conversion *c, struct arguments *a) {
    struct collected t;
    const char *end;
    start(&t, c->width);
    if (peek(s) < 0)
        return -1;
    if (!take_float(s, &t))
        return 0;
    if (c->discard)
        return 1;
    if (c->length == LONG_DOUBLE || c->length == LONG_LONG)
        *__builtin_va_arg(a->list, long double *) = __hatha_parse_long_double(t.text, &end);
    else if (c->length == LONG)
        *__builtin_va_arg(a->list, double *) = __hatha_parse_double(t.text, &end);
    else
        *__builtin_va_arg(a->list, float *) = __hatha_parse_float(t.text, &end);
    return 1;
}

/* Where characters go: memory of the caller, wide or narrow, or nowhere. */
struct target {
    char *narrow;
    wchar_t *wide;
    char **grown;
    size_t stored;
    size_t room;
};

static struct target open_target(struct conversion *c, struct arguments *a) {
    struct target t = { 0, 0, 0, 0, 0 };
    if (c->discard)
        return t;
    if (c->allocate) {
        t.grown = __builtin_va_arg(a->list, char **);
        t.room = 16;
        t.narrow = malloc(t.room);
        *t.grown = t.narrow;
    } else if (c->length == LONG) {
        t.wide = __builtin_va_arg(a->list, wchar_t *);
    } else {
        t.narrow = __builtin_va_arg(a->list, char *);
    }
    return t;
}

static void store(struct target *t, int c) {
    if (t->grown && t->stored == t->room) {
        t->room *= 2;
        t->narrow = realloc(t->narrow, t->room);
        *t->grown = t->narrow;
    }
    if (t->narrow)
        t->narrow[t->stored] = (char)c;
    else if (t->wide)
        t->wide[t->stored] = (wchar_t)c;
    t->stored++;
}

static int read_characters(struct source *s, struct conversion *c, struct arguments *a) {
    int count = c->width > 0 ? c->width : 1;
    if (peek(s) < 0)
        return -1;
    struct target t = open_target(c, a);
    for (; count > 0; count--) {
        int character = next(s);
        if (character < 0)
            break;
        store(&t, character);
    }
    return 1;
}

static int read_word(struct source *s, struct conversion *c, struct arguments *a) {
    int left = c->width > 0 ? c->width : 2147483647;
    if (peek(s) < 0)
        return -1;
    struct target t = open_target(c, a);
    for (; left > 0; left--) {
        int character = next(s);
        if (character < 0 || is_space(character)) {
            back(s, character);
            break;
        }
        store(&t, character);
    }
    store(&t, 0);
    return 1;
}

/* Marks the members of a set `[…]`; the format after it, or null. */
static const char *read_set(const char *p, char *members) {
    int inverted = *p == '^';
    if (inverted)
        p++;
    for (int i = 0; i < 256; i++)
        members[i] = (char)inverted;
    const char *first = p;
    while (*p && (*p != ']' || p == first)) {
        int low = (unsigned char)*p, high = low;
        if (p[1] == '-' && p[2] && p[2] != ']') {
            high = (unsigned char)p[2];
            p += 2;
        }
        for (int i = low; i <= high; i++)
            members[i] = (char)!inverted;
        p++;
    }
    return *p ? p : 0;
}

static int read_members(struct source *s, struct conversion *c, struct arguments *a, const char *members) {
    int left = c->width > 0 ? c->width : 2147483647;
    int character = peek(s);
    if (character < 0)
        return -1;
    if (!members[character])
        return 0;
    struct target t = open_target(c, a);
    for (; left > 0; left--) {
        character = next(s);
        if (character < 0 || !members[character]) {
            back(s, character);
            break;
        }
        store(&t, character);
    }
    store(&t, 0);
    return 1;
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

static const char *read_conversion(const char *p, struct conversion *c) {
    c->discard = *p == '*';
    if (c->discard)
        p++;
    c->width = 0;
    while (*p >= '0' && *p <= '9') {
        c->width = c->width < 100000000 ? c->width * 10 + (*p - '0') : c->width;
        p++;
    }
    c->allocate = *p == 'm';
    if (c->allocate)
        p++;
    p = read_length(p, &c->length);
    c->letter = *p;
    return p;
}

/* Does one conversion but `[`, `n` and `%`; as read_integer, -2 if there is none with that letter. */
static int convert(struct source *s, struct conversion *c, struct arguments *a) {
    switch (c->letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'p':
        skip_space(s);
        return read_integer(s, c, a);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        skip_space(s);
        return read_float(s, c, a);
    case 'S':
        c->length = LONG;
    case 's':
        skip_space(s);
        return read_word(s, c, a);
    case 'C':
        c->length = LONG;
    case 'c':
        return read_characters(s, c, a);
    default:
        return -2;
    }
}

/* A character of the format that must stand in the input: 1, 0 or -1 as above. */
static int match(struct source *s, int wanted) {
    int c = next(s);
    if (c < 0)
        return -1;
    if (c == wanted)
        return 1;
    back(s, c);
    return 0;
}

static int scan(struct source *s, const char *format, va_list list) {
    struct arguments a;
    struct conversion c;
    char members[256];
    int assigned = 0, result = 1;
    __builtin_va_copy(a.list, list);
    for (const char *p = format; *p && result == 1; p++) {
        if (is_space((unsigned char)*p)) {
            skip_space(s);
            continue;
        }
        if (*p != '%') {
            result = match(s, (unsigned char)*p);
            continue;
        }
        p = read_conversion(p + 1, &c);
        if (c.letter == 0)
            break;
        if (c.letter == '%') {
            skip_space(s);
            result = match(s, '%');
            continue;
        }
        if (c.letter == 'n') {
            if (!c.discard)
                store_integer(&a, c.length, (unsigned long long)s->taken);
            continue;
        }
        if (c.letter == '[') {
            p = read_set(p + 1, members);
            if (!p)
                break;
            result = read_members(s, &c, &a, members);
        } else {
            result = convert(s, &c, &a);
        }
        if (result == 1)
            assigned += !c.discard;
    }
    __builtin_va_end(a.list);
    return result == -1 && assigned == 0 ? -1 : assigned;
}

int vfscanf(struct __hatha_file *f, const char *format, va_list list) {
    struct source s = { 0, f, 0 };
    return scan(&s, format, list);
}

int vscanf(const char *format, va_list list) {
    return vfscanf(stdin, format, list);
}

int vsscanf(const char *text, const char *format, va_list list) {
    struct source s = { text, 0, 0 };
    return scan(&s, format, list);
}

int scanf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return result;
}

int fscanf(struct __hatha_file *f, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(f, format, list);
    __builtin_va_end(list);
    return result;
}

int sscanf(const char *text, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vsscanf(text, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_vfscanf(struct __hatha_file *f, const char *format, va_list list) {
    return vfscanf(f, format, list);
}

int __isoc99_vscanf(const char *format, va_list list) {
    return vfscanf(stdin, format, list);
}

int __isoc99_vsscanf(const char *text, const char *format, va_list list) {
    return vsscanf(text, format, list);
}

int __isoc99_scanf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_fscanf(struct __hatha_file *f, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(f, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vsscanf(text, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_vfscanf(struct __hatha_file *f, const char *format, va_list list) {
    return vfscanf(f, format, list);
}

int __isoc23_vscanf(const char *format, va_list list) {
    return vfscanf(stdin, format, list);
}

int __isoc23_vsscanf(const char *text, const char *format, va_list list) {
    return vsscanf(text, format, list);
}

int __isoc23_scanf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_fscanf(struct __hatha_file *f, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vfscanf(f, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int result = vsscanf(text, format, list);
    __builtin_va_end(list);
    return result;
}
