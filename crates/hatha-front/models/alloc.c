/* <stdlib.h>: the heap.
 *
 * A request that no object can satisfy gives null with ENOMEM, as in glibc: no
 * object is larger than PTRDIFF_MAX, and a product that overflows is such a request. Where
 * memory may be short, any request can fail. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern size_t __hatha_object_size(const void *p);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_fill(void *s, int c, size_t n);
extern int *__errno_location(void);

static void *refuse(void)
{
    *__errno_location() = 12; /* ENOMEM */
    return 0;
}

static void *allocate(size_t n)
{
    if (n > (size_t)-1 / 2)
        return refuse();
    if (__hatha_scarce && __hatha_choose_allocation_failure())
        return refuse();
    return __hatha_alloc(n);
}

/* The old block ends before the new one begins, so the new one may lie where the old one was:
 * a real allocator often leaves the block in place. In between the contents are kept aside. */
static void *resize(void *p, size_t n)
{
    if (!p)
        return allocate(n);
    if (n == 0) {
        __hatha_free(p);
        return 0;
    }
    if (n > (size_t)-1 / 2)
        return refuse();
    if (__hatha_scarce && __hatha_choose_allocation_failure())
        return refuse();
    size_t old = __hatha_object_size(p);
    size_t kept = old < n ? old : n;
    void *aside = __hatha_alloc(kept);
    __hatha_copy(aside, p, kept);
    __hatha_free(p);
    void *q = __hatha_alloc(n);
    __hatha_copy(q, aside, kept);
    __hatha_free(aside);
    return q;
}

void *malloc(size_t n)
{
    return allocate(n);
}

void free(void *p)
{
    __hatha_free(p);
}

void cfree(void *p)
{
    __hatha_free(p);
}

void *calloc(size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return refuse();
    void *p = allocate(count * size);
    if (p)
        __hatha_fill(p, 0, count * size);
    return p;
}

void *realloc(void *p, size_t n)
{
    return resize(p, n);
}

void *reallocarray(void *p, size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return refuse();
    return resize(p, count * size);
}

size_t malloc_usable_size(void *p)
{
    return p ? __hatha_object_size(p) : 0;
}
