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

static int check_power(u8 mode)
{
    switch (mode) {
    case 0x00:
        return -ENODEV;
    case 0x80:
    case 0xff:
        return 0;
    default:
        return mode < 0x80 ? -EIO : 0;
    }
}

static int flush(void)
{
    unsigned long flags = arch_local_irq_save();
    int status = 0;

    if (is_busy()) {
        status = -EBUSY;
        goto out;
    }
    written++;
    if (any() & 1)
        status = -EIO;
out:
    arch_local_irq_restore(flags);
    return status;
}

static int transfer(struct taskfile *t, u32 sectors)
{
    int status = check_power((u8)any());

    if (status)
        return status;
    if (sectors == 0 || sectors > 256)
        return -EINVAL;
    status = issue(t);
    if (status == -EBUSY) {
        t->device ^= 0x10;
        status = issue(t);
    }
    if (status == 0)
        t->lba += sectors;
    return status ? status : flush();
}

int main(void)
{
    struct taskfile t = { 0x20, 0, 0 };

    t.lba = __VERIFIER_nondet_uint();
    return transfer(&t, __VERIFIER_nondet_uint() & 0xff) ? busy_count : written;
}
