/* qsort is stable, as the C library's is: a merge sort. */

static void merge_sort(char *base, size_t n, size_t size, char *scratch,
                       int (*compare)(const void *, const void *, void *), void *context) {
    if (n < 2)
        return;
    size_t half = n / 2;
    char *right = base + half * size;
    merge_sort(base, half, size, scratch, compare, context);
    merge_sort(right, n - half, size, scratch, compare, context);
    __hatha_copy(scratch, base, half * size);
    size_t i = 0, j = 0, k = 0;
    while (i < half && j < n - half) {
        if (compare(scratch + i * size, right + j * size, context) <= 0) {
            __hatha_copy(base + k * size, scratch + i * size, size);
            i++;
        } else {
            __hatha_copy(base + k * size, right + j * size, size);
            j++;
        }
        k++;
    }
    __hatha_copy(base + k * size, scratch + i * size, (half - i) * size);
}

void qsort_r(void *base, size_t n, size_t size,
             int (*compare)(const void *, const void *, void *), void *context) {
    if (n < 2)
        return;
    char *scratch = __hatha_alloc(n / 2 * size);
    merge_sort(base, n, size, scratch, compare, context);
    __hatha_free(scratch);
}

struct comparison {
    int (*function)(const void *, const void *);
};

static int compare_plain(const void *a, const void *b, void *context) {
    return ((struct comparison *)context)->function(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    struct comparison comparison;
    comparison.function = compare;
    qsort_r(base, n, size, compare_plain, &comparison);
}
