/* Strings on the heap. */

char *strndup(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    char *copy = malloc(n + 1);
    if (copy) {
        __hatha_copy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

char *strdup(const char *s) {
    return strndup(s, (size_t)-1);
}

char *__strdup(const char *s) {
    return strndup(s, (size_t)-1);
}

char *__strndup(const char *s, size_t max) {
    return strndup(s, max);
}
