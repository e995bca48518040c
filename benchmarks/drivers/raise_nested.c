/* rule: wdm/IrqlRestore
 * verdict: proved
 * mutant: violated (the level is lowered to a constant instead of what it was)
 * open: a counter behind a pointer
 *
 * Work at a raised level, entered from more than one place.
 */
#include "wdm.h"

struct counters {
    int hits, misses, overflow;
};

static void bump(int *counter, struct counters *c)
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

int main(void)
{
    static struct counters c;

    c.hits = any();
    if (lookup(&c, any()))
        lookup(&c, 3);
    return c.misses;
}
