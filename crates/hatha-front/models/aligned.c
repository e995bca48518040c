/* Allocation with an alignment: a larger object would not be one that `free`
   takes, so only alignments that every object has are granted. */

void *aligned_alloc(size_t alignment, size_t n) {
    void *p = __hatha_alloc(n);
    if (p && ((uintptr_t)p & (alignment - 1)) != 0) {
        __hatha_free(p);
        return 0;
    }
    return p;
}

void *memalign(size_t alignment, size_t n) {
    return aligned_alloc(alignment, n);
}

int posix_memalign(void **result, size_t alignment, size_t n) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return 22;
    void *p = aligned_alloc(alignment, n);
    if (!p)
        return 12;
    *result = p;
    return 0;
}
