/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (a busy drive is reported with interrupts still off)
 *
 * Writing a task file: wait until the drive is ready, then everything at once.
 */
#include "kernel.h"

struct taskfile {
    u8 command, device;
    u32 lba;
};

static int written, busy_count;

static int is_busy(void)
{
    return any() & 0x80;
}

static int wait_idle(int tries)
{
    while (tries-- > 0)
        if (!is_busy())
            return 0;
    return -EBUSY;
}

static int issue(struct taskfile *t)
{
    unsigned long flags;
    int status;

    if (t->lba >= 1u << 28)
        return -EINVAL;
    status = wait_idle(10);
    if (status)
        return status;
    flags = arch_local_irq_save();
    if (is_busy()) {
        busy_count++;
#ifndef BROKEN
        arch_local_irq_restore(flags);
#endif
        return -EBUSY;
    }
    written += 7;
    arch_local_irq_restore(flags);
    return 0;
}

int main(void)
{
    struct taskfile t = { 0x20, 0, 0 };

    t.lba = __VERIFIER_nondet_uint();
    return issue(&t) ? busy_count : written;
}
