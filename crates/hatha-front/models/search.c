/* bsearch */

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *p = (const char *)base + middle * size;
        int c = compare(key, p);
        if (c == 0)
            return (void *)p;
        if (c < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
