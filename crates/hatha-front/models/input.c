/* <stdio.h>: unformatted input. */

typedef struct _IO_FILE FILE;

extern FILE *stdin;
extern int __hatha_get(FILE *f);
extern int __hatha_unget(FILE *f, int c);
extern int feof(FILE *f);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

int getchar(void)
{
    return __hatha_get(stdin);
}

int getchar_unlocked(void)
{
    return __hatha_get(stdin);
}

int getc(FILE *f)
{
    return __hatha_get(f);
}

int getc_unlocked(FILE *f)
{
    return __hatha_get(f);
}

int _IO_getc(FILE *f)
{
    return __hatha_get(f);
}

int fgetc(FILE *f)
{
    return __hatha_get(f);
}

int fgetc_unlocked(FILE *f)
{
    return __hatha_get(f);
}

int ungetc(int c, FILE *f)
{
    return __hatha_unget(f, c);
}

static size_t read_bytes(char *to, size_t n, FILE *f)
{
    size_t i = 0;
    for (; i < n; i++) {
        int c = __hatha_get(f);
        if (c < 0)
            break;
        to[i] = (char)c;
    }
    return i;
}

int getw(FILE *f)
{
    int word = 0;
    return read_bytes((char *)&word, sizeof word, f) == sizeof word ? word : -1;
}

/* Whether a text was written, and how long it is. Nobody reads that: proofs speak of it. A number, since a pointer
 * would lead to the text, and what something leads to is not lost. */
static int text_was_written;
static size_t length_of_text;

/* At the end of the input without a byte the buffer stays as it is. An error gives null; where input
 * would only have had to wait (EAGAIN), glibc gives what has come so far. */
static char *read_line(char *to, int n, FILE *f)
{
    text_was_written = 0;
    if (n <= 1)
        __hatha_not_null(f, 0);
    if (n <= 0) {
        __hatha_not_null(to, 0);
        return 0;
    }
    int i = 0;
    while (i < n - 1) {
        int c = __hatha_get(f);
        if (c < 0) {
            if (i == 0 || (!feof(f) && *__errno_location() != 11))
                return 0;
            break;
        }
        to[i++] = (char)c;
        if (c == '\n')
            break;
    }
    to[i] = 0;
    length_of_text = i;
    text_was_written = 1;
    return to;
}

char *fgets(char *to, int n, FILE *f)
{
    return read_line(to, n, f);
}

char *fgets_unlocked(char *to, int n, FILE *f)
{
    return read_line(to, n, f);
}

/* No limit is known: a line that is too long writes past the buffer and faults. */
char *gets(char *to)
{
    size_t i = 0;
    int c = __hatha_get(stdin);
    if (c < 0)
        return 0;
    for (; c >= 0 && c != '\n'; c = __hatha_get(stdin))
        to[i++] = (char)c;
    to[i] = 0;
    return c < 0 && !feof(stdin) ? 0 : to;
}

static size_t read_items(void *to, size_t size, size_t count, FILE *f)
{
    if (size == 0 || count == 0) {
        __hatha_not_null(to, 0);
        __hatha_not_null(f, 0);
        return 0;
    }
    return read_bytes(to, size * count, f) / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *f)
{
    return read_items(to, size, count, f);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *f)
{
    return read_items(to, size, count, f);
}
