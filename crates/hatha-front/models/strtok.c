/* Splitting strings. */

static char *resume;

static int contains(const char *set, char c) {
    while (*set) {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

char *strsep(char **rest, const char *set) {
    char *start = *rest;
    if (!start)
        return 0;
    char *end = start;
    while (*end && !contains(set, *end))
        end++;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return start;
}

char *strtok_r(char *s, const char *set, char **rest) {
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    while (*s && contains(set, *s))
        s++;
    char *end = s;
    while (*end && !contains(set, *end))
        end++;
    if (end == s) {
        *rest = end;
        return 0;
    }
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

char *__strtok_r(char *s, const char *set, char **rest) {
    return strtok_r(s, set, rest);
}

char *strtok(char *s, const char *set) {
    return strtok_r(s, set, &resume);
}
