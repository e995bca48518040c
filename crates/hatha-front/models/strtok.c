/* Splitting strings in place: strtok, strtok_r, strsep. */

/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static int contains(const char *set, char c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

static char *token(char *s, const char *separators, char **rest)
{
    /* Null if no string was ever given, which faults in glibc as it does here. */
    if (!s)
        s = *rest;
    while (*s && contains(separators, *s))
        s++;
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *start = s;
    while (*s && !contains(separators, *s))
        s++;
    if (*s)
        *s++ = 0;
    *rest = s;
    return start;
}

char *strtok(char *s, const char *separators)
{
    static char *rest;
    return token(s, separators, &rest);
}

char *strtok_r(char *s, const char *separators, char **rest)
{
    return token(s, separators, rest);
}

char *__strtok_r(char *s, const char *separators, char **rest)
{
    return token(s, separators, rest);
}

char *strsep(char **rest, const char *separators)
{
    char *start = *rest;
    __hatha_not_null(separators, 0);
    if (!start)
        return 0;
    char *s = start;
    while (*s && !contains(separators, *s))
        s++;
    *rest = *s ? s + 1 : 0;
    /* The end of the string is not written: it may be that of a literal. */
    if (*s)
        *s = 0;
    return start;
}
