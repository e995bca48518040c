/* What a FILE is, and the three standard ones.
 *
 * `struct _IO_FILE` is spelled out again in the files that look inside; all of them
 * must agree. Nothing is buffered: output leaves at once, input is taken byte by
 * byte, so that several ways to read one stream see the same bytes. */

typedef struct _IO_FILE FILE;

extern void __hatha_not_null(const void *p, size_t n);
extern void __hatha_write(int fd, const void *s, size_t n);
extern int __hatha_read_byte(void);
extern _Bool __hatha_choose_end_of_standard_input(void);
extern _Bool __hatha_choose_end_of_standard_input_behind_a_number(void);
extern _Bool __hatha_choose_failure_of_standard_input(void);
extern unsigned char __hatha_choose_byte_of_standard_input(void);
extern _Bool __hatha_choose_number_on_standard_input(void);
extern void __hatha_assume(int condition);
extern void __hatha_unsupported_so_many_bytes_given_back(void);
extern int __hatha_choose_outcome_of_output(void);
extern int __hatha_any_error(void);
extern int *__errno_location(void);

struct _IO_FILE {
    /* The next byte, -1 at the end of the input, -2 for an error; null if not open for reading. */
    int (*read)(FILE *f);
    /* Writes n bytes, 0 or -1; null if not open for writing. */
    int (*write)(FILE *f, const char *s, size_t n);
    int fd;
    int at_end;
    int failed;
    /* Bytes given back by ungetc, the next one to read last. */
    int back;
    unsigned char given_back[8];
    /* Of an in-memory file; null for the standard streams. */
    struct __hatha_node *node;
    size_t position;
    int append;
    /* All streams that fopen made. */
    FILE *next;
    /* As large as a stream of the system's, which a program may copy as a whole. */
    unsigned char rest[160];
};

/* Whether a number was looked for last: then no digit follows. A mismatch may have taken a sign
 * before it, so anything else may. */
static int behind_number;

/* Whoever looks for a number looks at one byte behind it. Whether there is one, or the end or an error
 * was met, is chosen when the program asks for it: `undecided` until then; `byte_waits` says there is. */
static int undecided;
static int byte_waits;

static int read_input(FILE *f)
{
    if (!__hatha_open)
        return __hatha_read_byte();
    int was_behind = behind_number;
    int may_end = !byte_waits;
    behind_number = undecided = byte_waits = 0;
    if (may_end && __hatha_choose_end_of_standard_input())
        return __hatha_choose_failure_of_standard_input() ? -2 : -1;
    unsigned char c = __hatha_choose_byte_of_standard_input();
    if (was_behind)
        __hatha_assume(c < '0' || c > '9');
    return c;
}

static int write_out(FILE *f, const char *s, size_t n)
{
    __hatha_write(f->fd, s, n);
    return 0;
}

static FILE input = {.read = read_input, .fd = 0};
static FILE output = {.write = write_out, .fd = 1};
static FILE errors = {.write = write_out, .fd = 2};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

/* What was met behind a number, where that is not chosen yet. */
static void decide(FILE *f)
{
    if (!undecided || f != &input || f->read != read_input)
        return;
    undecided = 0;
    if (!__hatha_choose_end_of_standard_input_behind_a_number()) {
        byte_waits = 1;
    } else if (__hatha_choose_failure_of_standard_input()) {
        f->failed = 1;
        *__errno_location() = __hatha_any_error();
        behind_number = 0;
    } else {
        f->at_end = 1;
    }
}

static void refuse(FILE *f)
{
    f->failed = 1;
    *__errno_location() = 9; /* EBADF */
}

/* The next byte of a stream, or -1. */
int __hatha_get(FILE *f)
{
    if (f->back > 0)
        return f->given_back[--f->back];
    if (!f->read) {
        refuse(f);
        return -1;
    }
    /* The end is sticky until clearerr or a move. */
    if (f->at_end)
        return -1;
    int c = f->read(f);
    if (c == -1)
        f->at_end = 1;
    if (c == -2) {
        f->failed = 1;
        *__errno_location() = __hatha_any_error();
        return -1;
    }
    return c;
}

/* What comes on standard input, behind blanks, where a number is looked for: 1 a number, 0 something
 * else, -1 the end or an error. Its bytes do not say it: the world is open, and none was given back. */
int __hatha_number_on_standard_input(void)
{
    if (input.at_end)
        return -1;
    behind_number = undecided = byte_waits = 0;
    if (__hatha_choose_end_of_standard_input()) {
        if (__hatha_choose_failure_of_standard_input()) {
            input.failed = 1;
            *__errno_location() = __hatha_any_error();
        } else {
            input.at_end = 1;
        }
        return -1;
    }
    behind_number = undecided = 1;
    return __hatha_choose_number_on_standard_input();
}

/* The same of a stream; 2 if its bytes say it: those of another stream, of a closed world, or given back. */
int __hatha_number_comes(FILE *f)
{
    if (f != &input || !__hatha_open || f->read != read_input || f->back > 0)
        return 2;
    return __hatha_number_on_standard_input();
}

/* Gives a byte back; the byte, or -1 for none. C promises room for one, and glibc finds it for all. */
int __hatha_unget(FILE *f, int c)
{
    __hatha_not_null(f, 0);
    if (c == -1)
        return -1;
    if (f->back == sizeof f->given_back)
        __hatha_unsupported_so_many_bytes_given_back();
    decide(f);
    f->given_back[f->back++] = (unsigned char)c;
    f->at_end = 0;
    return (unsigned char)c;
}

/* A stream to which nothing is done has to be one. */
void __hatha_look_at(FILE *f)
{
    int fd = f->fd;
}

/* Before a text is printed. */
void __hatha_read_text(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
}

/* The same by a format. Null is no text (C17 7.21.6.1), and where one is printed compilers call puts; but glibc
 * prints something. */
void __hatha_read_formatted_text(const char *s)
{
    __hatha_not_null(s, 0);
    if (s)
        __hatha_read_text(s);
}

/* The same by a format of nothing else, which compilers turn into puts: it reads null, too. */
void __hatha_read_only_text(const char *s)
{
    __hatha_not_null(s, 0);
    __hatha_read_text(s);
}

/* Writes n bytes: 0, or -1 with the stream's error set. */
int __hatha_put(FILE *f, const char *s, size_t n)
{
    if (!f->write) {
        refuse(f);
        return -1;
    }
    if (n == 0)
        return 0;
    int result = f->write(f, s, n);
    if (result < 0)
        f->failed = 1;
    return result;
}

/* What has become of output to a stream: negative if it has failed, and then what printf returns.
 * No branch depends on it here, so a test splits only where the program looks at it. That
 * errno stays as it is, is an assumption (hatha_cfa::output). */
int __hatha_outcome(FILE *f)
{
    if (!__hatha_open)
        return 0;
    int outcome = __hatha_choose_outcome_of_output();
    f->failed |= outcome < 0;
    return outcome;
}

int feof(FILE *f)
{
    decide(f);
    return f->at_end;
}

int ferror(FILE *f)
{
    decide(f);
    return f->failed;
}

void clearerr(FILE *f)
{
    decide(f);
    f->at_end = 0;
    f->failed = 0;
}

int fileno(FILE *f)
{
    return f->fd;
}

int feof_unlocked(FILE *f)
{
    decide(f);
    return f->at_end;
}

int ferror_unlocked(FILE *f)
{
    decide(f);
    return f->failed;
}

void clearerr_unlocked(FILE *f)
{
    decide(f);
    f->at_end = 0;
    f->failed = 0;
}

int fileno_unlocked(FILE *f)
{
    return f->fd;
}
