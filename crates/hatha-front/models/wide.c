/* Wide strings. */

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] == b[i] ? 0 : a[i] < b[i] ? -1 : 1;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    for (;; s++) {
        if (*s == c)
            return (wchar_t *)s;
        if (!*s)
            return 0;
    }
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        s[i] = c;
    return s;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    __hatha_copy(to, from, n * sizeof(wchar_t));
    return to;
}
