/* rule: wdm/IrqlExAllocatePool
 * verdict: proved
 * mutant: violated (the fallback of a failed allocation is paged at any level)
 *
 * Allocation with a fallback, at a level that the caller raises or not.
 */
#include "wdm.h"

enum { NonPaged = 0, Paged = 1 };

static unsigned fallbacks, failures;

static void *allocate(SIZE_T n, KIRQL level)
{
    void *p;
    int pool = level < 2 ? Paged : NonPaged;

    p = ExAllocatePool(pool, n);
    if (p)
        return p;
    fallbacks++;
#ifdef BROKEN
    p = ExAllocatePool(Paged, n / 2);
#else
    p = ExAllocatePool(NonPaged, n / 2);
#endif
    if (!p)
        failures++;
    return p;
}

static NTSTATUS build(int raised)
{
    KIRQL old;
    void *entry;

    if (raised) {
        KeRaiseIrql(2, &old);
        entry = allocate(128, 2);
        KeLowerIrql(old);
    } else {
        entry = allocate(4096, 0);
    }
    return entry ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

struct cache {
    unsigned entries, capacity;
    unsigned hits;
};

static NTSTATUS grow(struct cache *c)
{
    void *table;

    if (c->capacity >= 1024)
        return STATUS_NO_MEMORY;
    table = allocate(8192, 0);
    if (!table)
        return STATUS_NO_MEMORY;
    c->capacity = c->capacity ? 2 * c->capacity : 16;
    return STATUS_SUCCESS;
}

static NTSTATUS lookup(struct cache *c, unsigned key, int raised)
{
    NTSTATUS status;

    if (key < c->entries) {
        c->hits++;
        return STATUS_SUCCESS;
    }
    if (c->entries >= c->capacity) {
        status = raised ? STATUS_UNSUCCESSFUL : grow(c);
        if (!NT_SUCCESS(status))
            return status;
    }
    status = build(raised);
    if (NT_SUCCESS(status))
        c->entries++;
    return status;
}

int main(void)
{
    static struct cache c;
    NTSTATUS status;

    c.capacity = __VERIFIER_nondet_uint();
    status = lookup(&c, __VERIFIER_nondet_uint(), any());

    return NT_SUCCESS(status) ? fallbacks : failures;
}
