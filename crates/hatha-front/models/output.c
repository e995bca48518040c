/* <stdio.h>: unformatted output. */

typedef struct _IO_FILE FILE;

extern FILE *stdout;
extern FILE *stderr;
extern int __hatha_put(FILE *f, const char *s, size_t n);
extern int __hatha_outcome(FILE *f);
extern void __hatha_look_at(FILE *f);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

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
    int result = __hatha_put(f, &byte, 1) < 0 ? -1 : (unsigned char)c;
    return result | -(__hatha_outcome(f) < 0);
}

static int put_string(const char *s, FILE *f)
{
    int result = __hatha_put(f, s, length(s)) < 0 ? -1 : 1;
    return result | -(__hatha_outcome(f) < 0);
}

/* How much of what could be written was: all of it unless that has failed. */
extern size_t __hatha_choose_items_written_before_the_failure(void);

static size_t part(size_t count, FILE *f)
{
    if (!__hatha_open || __hatha_outcome(f) >= 0)
        return count;
    size_t some = __hatha_choose_items_written_before_the_failure();
    return some < count ? some : 0;
}

static size_t put_items(const void *p, size_t size, size_t count, FILE *f)
{
    if (size == 0 || count == 0) {
        __hatha_not_null(p, 0);
        __hatha_not_null(f, 0);
        return 0;
    }
    return __hatha_put(f, p, size * count) < 0 ? 0 : part(count, f);
}

/* glibc returns the number of bytes. */
int puts(const char *s)
{
    size_t n = length(s);
    if (__hatha_put(stdout, s, n) < 0 || __hatha_put(stdout, "\n", 1) < 0)
        return -1;
    int result = n >= 2147483647 ? 2147483647 : (int)n + 1;
    return result | -(__hatha_outcome(stdout) < 0);
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
    int result = __hatha_put(f, (const char *)&word, sizeof word) < 0 ? -1 : 0;
    return result | -(__hatha_outcome(f) < 0);
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

/* Nothing is buffered here, but elsewhere output may fail only when it is flushed. */
static int flush(FILE *f)
{
    return -(__hatha_outcome(f ? f : stdout) < 0);
}

int fflush(FILE *f)
{
    return flush(f);
}

int fflush_unlocked(FILE *f)
{
    return flush(f);
}

int __fpurge(FILE *f)
{
    __hatha_look_at(f);
    return 0;
}

extern int __hatha_choose_result_of_setvbuf(void);
extern void __hatha_unsupported_buffer_that_a_stream_keeps(void);

/* From then on the contents of the buffer are indeterminate (C17 7.21.5.6). */
static void keep(FILE *f, char *buffer)
{
    __hatha_look_at(f);
    if (buffer)
        __hatha_unsupported_buffer_that_a_stream_keeps();
}

int setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
    keep(f, mode == 2 /* _IONBF */ ? 0 : buffer);
    return __hatha_open ? __hatha_choose_result_of_setvbuf() : 0;
}

void setbuf(FILE *f, char *buffer)
{
    keep(f, buffer);
}

void setbuffer(FILE *f, char *buffer, size_t n)
{
    keep(f, buffer);
}

void setlinebuf(FILE *f)
{
    __hatha_look_at(f);
}
