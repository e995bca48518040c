/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (the helper keeps the lock for one of its answers)
 *
 * A helper returns with or without the lock, and says which.
 */
#include "wdm.h"

struct channel {
    KSPIN_LOCK lock;
    int open, owner;
    unsigned waits;
    unsigned generation;
};

/* Returns 1 with the lock held, 0 without. */
static int acquire_if_open(struct channel *c, KIRQL *irql)
{
    KeAcquireSpinLock(&c->lock, irql);
    if (c->open)
        return 1;
#ifdef BROKEN
    if (c->owner == 0)
        return 0;
#endif
    KeReleaseSpinLock(&c->lock, *irql);
    return 0;
}

static int claim(struct channel *c, int who)
{
    KIRQL irql;
    int mine = 0;

    if (!acquire_if_open(c, &irql)) {
        c->waits++;
        return -1;
    }
    if (c->owner == 0) {
        c->owner = who;
        mine = 1;
    }
    KeReleaseSpinLock(&c->lock, irql);
    return mine;
}

static void drop(struct channel *c)
{
    KIRQL irql;

    if (acquire_if_open(c, &irql)) {
        c->owner = 0;
        KeReleaseSpinLock(&c->lock, irql);
    }
}

static int reopen(struct channel *c, int who)
{
    KIRQL irql;
    int status = 0;

    KeAcquireSpinLock(&c->lock, &irql);
    if (c->open) {
        status = c->owner == who;
        goto out;
    }
    c->open = 1;
    c->owner = 0;
    c->generation++;
out:
    KeReleaseSpinLock(&c->lock, irql);
    return status;
}

int main(void)
{
    static struct channel c;
    int who = any();

    c.open = any();
    if (claim(&c, who) > 0)
        drop(&c);
    if (reopen(&c, who))
        return c.generation;
    claim(&c, 5);
    return c.waits;
}
