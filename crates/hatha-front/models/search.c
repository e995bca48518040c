/* <search.h>: searching unsorted tables. */

extern void *__hatha_copy(void *to, const void *from, size_t n);
/* As in memory.c, null is none of the pointers that may be given. */
extern void __hatha_not_null(const void *p, size_t n);

static void *find(const void *key, const void *items, size_t count, size_t size,
                  int (*same)(const void *, const void *))
{
    __hatha_not_null(items, count);
    for (size_t i = 0; i < count; i++)
        if (same(key, (const char *)items + i * size) == 0)
            return (void *)((const char *)items + i * size);
    return 0;
}

void *lfind(const void *key, const void *items, size_t *count, size_t size,
            int (*same)(const void *, const void *))
{
    return find(key, items, *count, size, same);
}

void *lsearch(const void *key, void *items, size_t *count, size_t size,
              int (*same)(const void *, const void *))
{
    void *found = find(key, items, *count, size, same);
    if (found)
        return found;
    void *end = (char *)items + *count * size;
    __hatha_copy(end, key, size);
    ++*count;
    return end;
}
