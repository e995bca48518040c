/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (the drain loop saves flags anew in every round)
 *
 * A FIFO that is drained with interrupts off, a bounded number of bytes at a time.
 */
#include "kernel.h"

struct fifo {
    u8 data[16];
    u32 in, out;
    int overruns;
};

static int level(struct fifo *f)
{
    return (int)(f->in - f->out);
}

static int put(struct fifo *f, u8 byte)
{
    if (level(f) >= 16) {
        f->overruns++;
        return -ENOMEM;
    }
    f->data[f->in & 15] = byte;
    f->in++;
    return 0;
}

static int drain(struct fifo *f, int most)
{
    unsigned long flags = arch_local_irq_save();
    int taken = 0;

    while (taken < most && level(f) > 0) {
#ifdef BROKEN
        if (taken == 8)
            flags = arch_local_irq_save();
#endif
        f->out++;
        taken++;
    }
    arch_local_irq_restore(flags);
    return taken;
}

int main(void)
{
    static struct fifo f;
    int i;

    for (i = 0; i < 12; i++)
        if (put(&f, (u8)i))
            break;
    return drain(&f, any());
}
