/* The names that headers use with _FORTIFY_SOURCE, for input. */

typedef struct _IO_FILE FILE;

extern _Noreturn void abort(void);
extern FILE *stdin;
extern char *fgets(char *to, int n, FILE *f);
extern size_t fread(void *to, size_t size, size_t count, FILE *f);
extern int __hatha_get(FILE *f);

char *__fgets_chk(char *to, size_t size, int n, FILE *f)
{
    if (n > 0 && (size_t)n > size)
        abort();
    return fgets(to, n, f);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *f)
{
    if (size && count > room / size)
        abort();
    return fread(to, size, count, f);
}

char *__gets_chk(char *to, size_t size)
{
    size_t i = 0;
    int c = __hatha_get(stdin);
    if (c < 0)
        return 0;
    for (; c >= 0 && c != '\n'; c = __hatha_get(stdin)) {
        if (i + 1 >= size)
            abort();
        to[i++] = (char)c;
    }
    to[i] = 0;
    return to;
}
