/* rule: linux/gfp
 * verdict: proved
 * mutant: violated (a bounce buffer for the retry is allocated under the lock with sleep)
 *
 * A bounce buffer is needed where the address is too high; once it is kept.
 */
#include "kernel.h"

struct bounce {
    spinlock_t lock;
    void *buffer;
    unsigned uses, misses;
    unsigned pending;
};

static int too_high(u32 address)
{
    return address >= 0x1000000u;
}

static int transfer(struct bounce *b, u32 address)
{
    int status = 0;

    if (!too_high(address))
        return 0;
    if (!b->buffer) {
        b->buffer = kmalloc(4096, GFP_KERNEL);
        if (!b->buffer)
            return -ENOMEM;
    }
    spin_lock(&b->lock);
    b->uses++;
    if (any() == 0) {
        b->misses++;
#ifdef BROKEN
        b->buffer = krealloc(b->buffer, 8192, GFP_KERNEL);
#else
        b->buffer = krealloc(b->buffer, 8192, GFP_ATOMIC);
#endif
        status = b->buffer ? 0 : -ENOMEM;
    }
    spin_unlock(&b->lock);
    return status;
}

static int queue(struct bounce *b, int length)
{
    void *note;

    if (length <= 0 || length > 4096)
        return -EINVAL;
    spin_lock(&b->lock);
    note = kmalloc(16, GFP_ATOMIC);
    if (!note) {
        spin_unlock(&b->lock);
        return -ENOMEM;
    }
    b->pending++;
    spin_unlock(&b->lock);
    kfree(note);
    return 0;
}

static unsigned finish(struct bounce *b)
{
    unsigned left;

    spin_lock(&b->lock);
    if (b->pending > 0)
        b->pending--;
    left = b->pending;
    spin_unlock(&b->lock);
    return left;
}

int main(void)
{
    static struct bounce b;

    if (queue(&b, any()) == 0) {
        transfer(&b, __VERIFIER_nondet_uint());
        finish(&b);
    }
    transfer(&b, 0x2000000u);
    kfree(b.buffer);
    return b.misses > 0;
}
