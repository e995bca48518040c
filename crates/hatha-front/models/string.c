/* str* that only look at strings. */

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int contains(const char *set, char c) {
    while (*set) {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (!a[i])
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && lower(a[i]) == lower(b[i]))
        i++;
    return lower(a[i]) - lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i]))
            return lower(a[i]) - lower(b[i]);
        if (!a[i])
            return 0;
    }
    return 0;
}

char *strchr(const char *s, int c) {
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

char *index(const char *s, int c) {
    return strchr(s, c);
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && contains(set, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !contains(set, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    while (*s && !contains(set, *s))
        s++;
    return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *what) {
    for (;; s++) {
        size_t i = 0;
        while (what[i] && s[i] == what[i])
            i++;
        if (!what[i])
            return (char *)s;
        if (!*s)
            return 0;
    }
}

char *strcasestr(const char *s, const char *what) {
    for (;; s++) {
        size_t i = 0;
        while (what[i] && lower(s[i]) == lower(what[i]))
            i++;
        if (!what[i])
            return (char *)s;
        if (!*s)
            return 0;
    }
}
