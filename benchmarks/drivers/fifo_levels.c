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
    int trigger, asserted;
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

static int set_trigger(struct fifo *f, int code)
{
    unsigned long flags;

    if (code < 0 || code > 3)
        return -EINVAL;
    flags = arch_local_irq_save();
    f->trigger = code == 3 ? 14 : 1 << code;
    f->asserted = level(f) >= f->trigger;
    arch_local_irq_restore(flags);
    return 0;
}

static void reset(struct fifo *f)
{
    unsigned long flags = arch_local_irq_save();

    f->in = 0;
    f->out = 0;
    if (f->overruns > 0) {
        f->overruns = 0;
        arch_local_irq_restore(flags);
        return;
    }
    f->asserted = 0;
    arch_local_irq_restore(flags);
}

int main(void)
{
    static struct fifo f;
    int i;

    reset(&f);
    if (set_trigger(&f, any()))
        return 1;
    for (i = 0; i < 12; i++)
        if (put(&f, (u8)i))
            break;
    return drain(&f, any());
}
