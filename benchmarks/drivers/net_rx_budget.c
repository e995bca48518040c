/* rule: linux/gfp
 * verdict: proved
 * mutant: violated (refilling after the budget is used up happens inside the lock)
 *
 * Receiving with a budget: buffers of the hot path are atomic, others may sleep.
 */
#include "kernel.h"

struct rx {
    spinlock_t lock;
    int budget, received;
    int starving;
};

static void *hot_buffer(struct rx *r)
{
    void *p = kmalloc(256, GFP_ATOMIC);

    if (!p)
        r->starving = 1;
    return p;
}

static void refill(struct rx *r)
{
    void *p = kmalloc(256, GFP_KERNEL);

    if (p)
        r->starving = 0;
    kfree(p);
}

static int poll(struct rx *r, int budget)
{
    int work = 0;

    spin_lock(&r->lock);
    while (work < budget) {
        if (any() <= 0)
            break;
        if (!hot_buffer(r))
            break;
        work++;
    }
    r->received += work;
#ifdef BROKEN
    if (r->starving && work == budget)
        refill(r);
#endif
    spin_unlock(&r->lock);
    if (r->starving)
        refill(r);
    return work;
}

int main(void)
{
    static struct rx r;

    r.starving = any();
    return poll(&r, 4);
}
