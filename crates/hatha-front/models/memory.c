/* mem*. The first three are operations of the simulator where they are called;
   these bodies serve pointers to them. */

void *memcpy(void *to, const void *from, size_t n) {
    __hatha_copy(to, from, n);
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    __hatha_copy(to, from, n);
    return to;
}

void *memset(void *to, int byte, size_t n) {
    __hatha_fill(to, byte, n);
    return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
    __hatha_copy(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int byte, size_t n) {
    unsigned char *d = to;
    const unsigned char *s = from;
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (s[i] == (unsigned char)byte)
            return d + i + 1;
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n);
}

void bcopy(const void *from, void *to, size_t n) {
    __hatha_copy(to, from, n);
}

void bzero(void *to, size_t n) {
    __hatha_fill(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
    __hatha_fill(to, 0, n);
}

void *memchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    return 0;
}

void *rawmemchr(const void *s, int byte) {
    const unsigned char *p = s;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}

void *memrchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    while (n > 0) {
        n--;
        if (p[n] == (unsigned char)byte)
            return (void *)(p + n);
    }
    return 0;
}

void *memmem(const void *s, size_t n, const void *what, size_t m) {
    const unsigned char *p = s;
    if (m > n)
        return 0;
    for (size_t i = 0; i <= n - m; i++)
        if (memcmp(p + i, what, m) == 0)
            return (void *)(p + i);
    return 0;
}
