/* Messages about errno on the error stream. */

typedef struct _IO_FILE FILE;

extern FILE *stderr;
extern int __hatha_put(FILE *f, const char *s, size_t n);
extern const char *__hatha_error_text(int number);
extern int *__errno_location(void);

static void put(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    __hatha_put(stderr, s, n);
}

void perror(const char *prefix)
{
    int number = *__errno_location();
    if (prefix && *prefix) {
        put(prefix);
        put(": ");
    }
    put(__hatha_error_text(number));
    put("\n");
}
