/* POSIX: lines of any length. */

typedef struct _IO_FILE FILE;

extern int __hatha_get(FILE *f);
extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern int ferror(FILE *f);
extern _Bool __hatha_choose_loss_of_what_was_read_before_the_error(void);
extern int *__errno_location(void);

/* Makes room for at least n bytes, doubling so that a long line costs little. */
static int grow(char **line, size_t *room, size_t used, size_t n)
{
    if (*line && *room >= n)
        return 0;
    size_t larger = *line && *room * 2 > n ? *room * 2 : n;
    if (larger < 120)
        larger = 120;
    char *p = __hatha_alloc(larger);
    if (!p)
        return -1;
    if (*line)
        __hatha_copy(p, *line, used);
    __hatha_free(*line);
    *line = p;
    *room = larger;
    return 0;
}

static ptrdiff_t read_until(char **line, size_t *room, int delimiter, FILE *f)
{
    if (!line || !room) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    size_t n = 0;
    int c;
    /* A first request gives a buffer even if the input has ended. */
    if (ferror(f) || grow(line, room, 0, 1) < 0)
        return -1;
    do {
        c = __hatha_get(f);
        if (c < 0)
            break;
        if (grow(line, room, n, n + 2) < 0)
            return -1;
        (*line)[n++] = (char)c;
    } while (c != delimiter);
    /* POSIX lets an error lose what was read before it; glibc gives it all the same. */
    if (n == 0 || (ferror(f) && __hatha_choose_loss_of_what_was_read_before_the_error()))
        return -1;
    (*line)[n] = 0;
    return (ptrdiff_t)n;
}

ptrdiff_t getdelim(char **line, size_t *room, int delimiter, FILE *f)
{
    return read_until(line, room, delimiter, f);
}

ptrdiff_t __getdelim(char **line, size_t *room, int delimiter, FILE *f)
{
    return read_until(line, room, delimiter, f);
}

ptrdiff_t getline(char **line, size_t *room, FILE *f)
{
    return read_until(line, room, '\n', f);
}
