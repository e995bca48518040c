/* <stdio.h>: unformatted output. */

typedef struct _IO_FILE FILE;

extern FILE *stdout;
extern FILE *stderr;
extern int __hatha_put(FILE *f, const char *s, size_t n);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static int put_byte(int c, FILE *f)
{
    char byte = (char)c;
    return __hatha_put(f, &byte, 1) < 0 ? -1 : (unsigned char)c;
}

static int put_string(const char *s, FILE *f)
{
    return __hatha_put(f, s, length(s)) < 0 ? -1 : 1;
}

static size_t put_items(const void *p, size_t size, size_t count, FILE *f)
{
    if (size == 0 || count == 0)
        return 0;
    return __hatha_put(f, p, size * count) < 0 ? 0 : count;
}

/* glibc returns the number of bytes. */
int puts(const char *s)
{
    size_t n = length(s);
    if (__hatha_put(stdout, s, n) < 0 || put_byte('\n', stdout) < 0)
        return -1;
    return n >= 2147483647 ? 2147483647 : (int)n + 1;
}

int putchar(int c)
{
    return put_byte(c, stdout);
}

int putchar_unlocked(int c)
{
    return put_byte(c, stdout);
}

int putc(int c, FILE *f)
{
    return put_byte(c, f);
}

int putc_unlocked(int c, FILE *f)
{
    return put_byte(c, f);
}

int _IO_putc(int c, FILE *f)
{
    return put_byte(c, f);
}

int fputc(int c, FILE *f)
{
    return put_byte(c, f);
}

int fputc_unlocked(int c, FILE *f)
{
    return put_byte(c, f);
}

int putw(int word, FILE *f)
{
    return __hatha_put(f, (const char *)&word, sizeof word) < 0 ? -1 : 0;
}

int fputs(const char *s, FILE *f)
{
    return put_string(s, f);
}

int fputs_unlocked(const char *s, FILE *f)
{
    return put_string(s, f);
}

size_t fwrite(const void *p, size_t size, size_t count, FILE *f)
{
    return put_items(p, size, count, f);
}

size_t fwrite_unlocked(const void *p, size_t size, size_t count, FILE *f)
{
    return put_items(p, size, count, f);
}

/* Nothing is ever buffered, so nothing has to be flushed or set. */
int fflush(FILE *f)
{
    return 0;
}

int fflush_unlocked(FILE *f)
{
    return 0;
}

int __fpurge(FILE *f)
{
    return 0;
}

int setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
    return 0;
}

void setbuf(FILE *f, char *buffer)
{
}

void setbuffer(FILE *f, char *buffer, size_t n)
{
}

void setlinebuf(FILE *f)
{
}
