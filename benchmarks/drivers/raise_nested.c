/* rule: wdm/IrqlRestore
 * verdict: proved
 * mutant: violated (the level is lowered to a constant instead of what it was)
 *
 * Work at a raised level, entered from more than one place.
 */
#include "wdm.h"

struct counters {
    unsigned hits, misses, overflow;
};

static void bump(unsigned *counter, struct counters *c)
{
    if (*counter > 1000000) {
        c->overflow++;
        *counter = 0;
    }
    (*counter)++;
}

static void record(struct counters *c, int hit)
{
    KIRQL old;

    KeRaiseIrql(2, &old);
    if (hit)
        bump(&c->hits, c);
    else
        bump(&c->misses, c);
#ifdef BROKEN
    if (c->overflow)
        KeLowerIrql(1);
    else
#endif
    KeLowerIrql(old);
}

static int lookup(struct counters *c, int key)
{
    int found = (key & 7) == 3;
    record(c, found);
    return found;
}

struct filter {
    int low, high;
    int rejected;
};

static int set_range(struct filter *f, int low, int high)
{
    if (low < 0 || high < low)
        return STATUS_INVALID_PARAMETER;
    f->low = low;
    f->high = high;
    return STATUS_SUCCESS;
}

static int passes(struct filter *f, int key)
{
    if (key >= f->low && key <= f->high)
        return 1;
    f->rejected++;
    return 0;
}

int main(void)
{
    static struct counters c;
    struct filter f = { 0, 100, 0 };
    int key = any();

    c.hits = any();
    if (!NT_SUCCESS(set_range(&f, any(), any())))
        return 1;
    if (passes(&f, key) && lookup(&c, key))
        lookup(&c, 3);
    return c.misses;
}
