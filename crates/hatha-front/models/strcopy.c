/* str* that write strings. */

char *stpcpy(char *to, const char *from) {
    while (*from) {
        *to = *from;
        to++;
        from++;
    }
    *to = 0;
    return to;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    char *end = to + i;
    for (; i < n; i++)
        to[i] = 0;
    return end;
}

char *strncpy(char *to, const char *from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from) {
    char *end = to;
    while (*end)
        end++;
    stpcpy(end, from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *end = to;
    while (*end)
        end++;
    size_t i = 0;
    while (i < n && from[i]) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

size_t strxfrm(char *to, const char *from, size_t n) {
    size_t len = 0;
    while (from[len])
        len++;
    for (size_t i = 0; i < n && i <= len; i++)
        to[i] = from[i];
    return len;
}

size_t strlcpy(char *to, const char *from, size_t n) {
    size_t len = 0;
    while (from[len]) {
        if (len + 1 < n)
            to[len] = from[len];
        len++;
    }
    if (n > 0)
        to[len < n ? len : n - 1] = 0;
    return len;
}

size_t strlcat(char *to, const char *from, size_t n) {
    size_t used = 0;
    while (used < n && to[used])
        used++;
    return used + strlcpy(to + used, from, n - used);
}
