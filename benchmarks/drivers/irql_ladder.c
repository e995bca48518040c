/* rule: wdm/IrqlExAllocatePool
 * verdict: proved
 * mutant: violated (the pool is chosen before the level is raised)
 *
 * A routine that is called at two levels and chooses its memory by the level.
 */
#include "wdm.h"

enum { NonPaged = 0, Paged = 1 };

struct context {
    void *small, *large;
    unsigned failures;
    int budget;
};

static int pool_for_level(void)
{
    return KeGetCurrentIrql() >= 2 ? NonPaged : Paged;
}

static void *get(struct context *c, SIZE_T n, int pool)
{
    void *p = ExAllocatePool(pool, n);
    if (!p)
        c->failures++;
    return p;
}

static NTSTATUS at_raised_level(struct context *c)
{
    KIRQL old;
#ifdef BROKEN
    int pool = pool_for_level();
    KeRaiseIrql(2, &old);
#else
    int pool;
    KeRaiseIrql(2, &old);
    pool = pool_for_level();
#endif
    c->small = get(c, 64, pool);
    KeLowerIrql(old);
    return c->small ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

static NTSTATUS at_passive_level(struct context *c)
{
    c->large = get(c, 65536, pool_for_level());
    if (c->large)
        return STATUS_SUCCESS;
    c->large = get(c, 4096, pool_for_level());
    return c->large ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

static int within(struct context *c, SIZE_T n)
{
    if (n > 65536)
        return 0;
    if (c->budget < (int)n) {
        c->failures++;
        return 0;
    }
    c->budget -= (int)n;
    return 1;
}

static void *scratch(struct context *c, SIZE_T n)
{
    KIRQL level = KeGetCurrentIrql();

    if (!within(c, n))
        return NULL;
    if (level > 2)
        return NULL;
    return get(c, n, level == 2 ? NonPaged : Paged);
}

int main(void)
{
    static struct context c;
    NTSTATUS status;

    c.budget = any();
    if (!scratch(&c, 256))
        return 1;
    if (any())
        status = at_raised_level(&c);
    else
        status = at_passive_level(&c);
    return NT_SUCCESS(status) ? 0 : c.failures;
}
