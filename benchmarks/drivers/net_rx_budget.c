/* rule: linux/gfp
 * verdict: proved
 * mutant: violated (refilling after the budget is used up happens inside the lock)
 *
 * Receiving with a budget: buffers of the hot path are atomic, others may sleep.
 */
#include "kernel.h"

struct rx {
    spinlock_t lock;
    int budget;
    unsigned received;
    int starving;
    int enabled, weight;
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

static int set_weight(struct rx *r, int weight)
{
    if (weight < 1 || weight > 64)
        return -EINVAL;
    spin_lock(&r->lock);
    r->weight = weight;
    spin_unlock(&r->lock);
    return 0;
}

static int open_queue(struct rx *r)
{
    void *ring = kmalloc(4096, GFP_KERNEL);

    if (!ring)
        return -ENOMEM;
    spin_lock(&r->lock);
    r->enabled = 1;
    spin_unlock(&r->lock);
    kfree(ring);
    return 0;
}

int main(void)
{
    static struct rx r;

    r.starving = any();
    if (open_queue(&r) || set_weight(&r, any()))
        return 1;
    return poll(&r, 4);
}
