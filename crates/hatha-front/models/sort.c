/* <stdlib.h>: sorting and searching.
 *
 * A merge sort from the halves up. Up to version 2.36 glibc sorts so as well: it is
 * stable, and the comparisons happen in the same order, on which programs come to
 * depend. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern void *__hatha_copy(void *to, const void *from, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

/* How to order two items: with or without a third argument. */
struct order {
    int (*plain)(const void *, const void *);
    int (*with_argument)(const void *, const void *, void *);
    void *argument;
};

static int compare(const struct order *order, const void *a, const void *b)
{
    return order->plain ? order->plain(a, b) : order->with_argument(a, b, order->argument);
}

/* Merges the sorted items[0..middle) and items[middle..count) through the buffer. */
static void merge(char *items, size_t middle, size_t count, size_t size, char *buffer,
                  const struct order *order)
{
    size_t a = 0;
    size_t b = middle;
    size_t k = 0;
    while (a < middle && b < count) {
        int left = compare(order, items + a * size, items + b * size) <= 0;
        __hatha_copy(buffer + k * size, items + (left ? a : b) * size, size);
        k++;
        if (left)
            a++;
        else
            b++;
    }
    /* What is left of the second half lies where it belongs. */
    __hatha_copy(buffer + k * size, items + a * size, (middle - a) * size);
    __hatha_copy(items, buffer, (k + middle - a) * size);
}

static void sort_with(char *items, size_t count, size_t size, char *buffer,
                      const struct order *order)
{
    if (count < 2)
        return;
    size_t middle = count / 2;
    sort_with(items, middle, size, buffer, order);
    sort_with(items + middle * size, count - middle, size, buffer, order);
    merge(items, middle, count, size, buffer, order);
}

static void sort(void *items, size_t count, size_t size, const struct order *order)
{
    if (count < 2 || size == 0) {
        __hatha_not_null(items, 0);
        return;
    }
    char *buffer = __hatha_alloc(count * size);
    if (!buffer)
        return;
    sort_with(items, count, size, buffer, order);
    __hatha_free(buffer);
}

void qsort(void *items, size_t count, size_t size, int (*order)(const void *, const void *))
{
    struct order by = {order, 0, 0};
    __hatha_not_null((const void *)order, 0);
    sort(items, count, size, &by);
}

void qsort_r(void *items, size_t count, size_t size,
             int (*order)(const void *, const void *, void *), void *argument)
{
    struct order by = {0, order, argument};
    __hatha_not_null((const void *)order, 0);
    sort(items, count, size, &by);
}

void *bsearch(const void *key, const void *items, size_t count, size_t size,
              int (*order)(const void *, const void *))
{
    __hatha_not_null(items, count);
    __hatha_not_null(key, 0);
    __hatha_not_null((const void *)order, 0);
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *item = (const char *)items + middle * size;
        int result = order(key, item);
        if (result == 0)
            return (void *)item;
        if (result < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
