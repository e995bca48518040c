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
    unsigned presets;
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

static int balance(struct mixer *m, int shift)
{
    unsigned long flags = 0;
    int moved = 0;

    spin_lock_irqsave(&m->lock, flags);
    if (!m->muted && shift > -50 && shift < 50) {
        m->left = clamp(clamp(m->left) - shift);
        m->right = clamp(clamp(m->right) + shift);
        moved = 1;
    }
    spin_unlock_irqrestore(&m->lock, flags);
    return moved;
}

static int preset(struct mixer *m, int number)
{
    switch (number) {
    case 0:
        m->presets = 0;
        return 0;
    case 1:
        m->left = m->right = 50;
        break;
    case 2:
        m->left = 100;
        m->right = 0;
        break;
    default:
        return -EINVAL;
    }
    m->presets++;
    return 0;
}

int main(void)
{
    static struct mixer m;

    if (preset(&m, any()))
        return 1;
    mute(&m, any());
    if (balance(&m, any()))
        return m.left > m.right;
    set_volume(&m, 20, any());
    return m.left;
}
