/* rule: linux/gfp
 * verdict: proved
 * mutant: violated (the flags are computed before the lock is taken and used after)
 *
 * Buffers for packets, allocated in process context and under a lock.
 */
#include "kernel.h"

struct ring {
    spinlock_t lock;
    void *spare;
    int in_lock;
    unsigned missed;
    int size, watermark;
};

static unsigned flags_for(struct ring *r)
{
    return r->in_lock ? GFP_ATOMIC : GFP_KERNEL;
}

static void enter(struct ring *r)
{
    spin_lock(&r->lock);
    r->in_lock = 1;
}

static void leave(struct ring *r)
{
    r->in_lock = 0;
    spin_unlock(&r->lock);
}

static int refill(struct ring *r)
{
    void *fresh;
    unsigned flags;

#ifdef BROKEN
    flags = flags_for(r);
    enter(r);
#else
    enter(r);
    flags = flags_for(r);
#endif
    if (r->spare) {
        leave(r);
        return 0;
    }
    fresh = kmalloc(2048, flags);
    if (!fresh)
        r->missed++;
    r->spare = fresh;
    leave(r);
    return fresh ? 0 : -ENOMEM;
}

static int prepare(struct ring *r)
{
    if (!r->spare)
        r->spare = kmalloc(2048, flags_for(r));
    return r->spare ? 0 : -ENOMEM;
}

static int resize(struct ring *r, int size)
{
    if (size < 64 || size > 4096 || (size & (size - 1)))
        return -EINVAL;
    enter(r);
    if (r->missed > 8) {
        leave(r);
        return -EBUSY;
    }
    r->size = size;
    r->watermark = size / 4;
    leave(r);
    return 0;
}

int main(void)
{
    static struct ring r;

    if (resize(&r, any()))
        return 2;
    if (prepare(&r) < 0)
        return 1;
    r.spare = NULL;
    return refill(&r);
}
