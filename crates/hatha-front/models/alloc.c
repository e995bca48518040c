/* Allocation. Every object is a fresh object of the simulator. */

void *malloc(size_t n) {
    return __hatha_alloc(n);
}

void free(void *p) {
    __hatha_free(p);
}

void cfree(void *p) {
    __hatha_free(p);
}

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size)
        return 0;
    void *p = __hatha_alloc(count * size);
    if (p)
        __hatha_fill(p, 0, count * size);
    return p;
}

void *realloc(void *p, size_t n) {
    if (!p)
        return __hatha_alloc(n);
    if (n == 0) {
        __hatha_free(p);
        return 0;
    }
    void *q = __hatha_alloc(n);
    if (q) {
        size_t old = __hatha_object_size(p);
        __hatha_copy(q, p, old < n ? old : n);
        __hatha_free(p);
    }
    return q;
}

void *reallocarray(void *p, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size)
        return 0;
    return realloc(p, count * size);
}

size_t malloc_usable_size(void *p) {
    return p ? __hatha_object_size(p) : 0;
}
