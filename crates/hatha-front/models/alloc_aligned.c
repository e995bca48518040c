/* Heap objects with an alignment above that of malloc. */

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern int *__errno_location(void);
extern _Bool __hatha_choose_refusal_of_an_alignment(void);

static void *fail(int why)
{
    *__errno_location() = why;
    return 0;
}

static int aligned(const void *p, size_t alignment)
{
    return ((uintptr_t)p & (alignment - 1)) == 0;
}

/* The size of a block to put in between so that the next one lies right, if the
 * allocator lays blocks out one after another: learnt from the distance of two. */
static size_t filler(size_t alignment)
{
    void *a = __hatha_alloc(1);
    void *b = __hatha_alloc(1);
    uintptr_t stride = (uintptr_t)b - (uintptr_t)a;
    uintptr_t next = (uintptr_t)b + 2 * stride;
    __hatha_free(a);
    __hatha_free(b);
    return 1 + (-next & (alignment - 1));
}

/* Asks until a block lies right; an orderly allocator needs one attempt. This keeps
 * the object exactly as large as asked for and freeable by its start, which a larger
 * block with an aligned place inside would not. */
static void *attempt(size_t alignment, size_t n)
{
    for (;;) {
        __hatha_free(__hatha_alloc(filler(alignment)));
        void *p = __hatha_alloc(n);
        if (!p || aligned(p, alignment))
            return p;
        __hatha_free(p);
    }
}

static void *allocate(size_t alignment, size_t n)
{
    if (n > (size_t)-1 / 2)
        return fail(12);
    if (__hatha_scarce && __hatha_choose_allocation_failure())
        return fail(12);
    void *p = __hatha_alloc(n);
    if (!p || aligned(p, alignment))
        return p;
    __hatha_free(p);
    return attempt(alignment, n);
}

static int power_of_two(size_t n)
{
    return n && (n & (n - 1)) == 0;
}

/* glibc rounds an alignment that is no power of two up to one; aligned_alloc does so up to version 2.37, and
 * refuses it since. */
static size_t round_up(size_t alignment)
{
    size_t power = 1;
    while (power < alignment && power <= (size_t)-1 / 4)
        power *= 2;
    return power;
}

void *memalign(size_t alignment, size_t n)
{
    return allocate(round_up(alignment), n);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    if (!power_of_two(alignment) && __hatha_choose_refusal_of_an_alignment())
        return fail(22); /* EINVAL */
    return allocate(round_up(alignment), n);
}

int posix_memalign(void **result, size_t alignment, size_t n)
{
    if (!power_of_two(alignment) || alignment % sizeof(void *))
        return 22; /* EINVAL */
    void *p = allocate(alignment, n);
    if (!p)
        return 12; /* ENOMEM */
    *result = p;
    return 0;
}

void *valloc(size_t n)
{
    return allocate(4096, n);
}

void *pvalloc(size_t n)
{
    /* Rounded up it would be small. */
    if (n > (size_t)-1 / 2)
        return fail(12);
    return allocate(4096, (n + 4095) & ~(size_t)4095);
}
