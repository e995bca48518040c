/* rule: linux/spinlock
 * verdict: proved
 * mutant: violated (muting restores interrupts twice)
 *
 * Volumes per channel, changed with interrupts saved.
 */
#include "kernel.h"

struct mixer {
    spinlock_t lock;
    int left, right;
    int muted;
};

static int clamp(int value)
{
    if (value < 0)
        return 0;
    if (value > 100)
        return 100;
    return value;
}

static void set_volume(struct mixer *m, int left, int right)
{
    unsigned long flags = 0;

    left = clamp(left);
    right = clamp(right);
    spin_lock_irqsave(&m->lock, flags);
    if (m->muted) {
        spin_unlock_irqrestore(&m->lock, flags);
#ifdef BROKEN
        goto done;
#else
        return;
#endif
    }
    m->left = left;
    m->right = right;
#ifdef BROKEN
done:
#endif
    spin_unlock_irqrestore(&m->lock, flags);
}

static void mute(struct mixer *m, int on)
{
    unsigned long flags = 0;

    spin_lock_irqsave(&m->lock, flags);
    m->muted = on != 0;
    spin_unlock_irqrestore(&m->lock, flags);
}

int main(void)
{
    static struct mixer m;

    set_volume(&m, any(), 50);
    mute(&m, any());
    set_volume(&m, 20, any());
    return m.left;
}
