/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (waiting for an acknowledgement enables what was saved)
 *
 * Two ways to keep interrupts away, chosen by a flag that never changes in between.
 */
#include "kernel.h"

static int acks, lost;

static int wait_ack(int tries)
{
    while (tries-- > 0) {
        if (any() == 0x55) {
            acks++;
            return 0;
        }
    }
    lost++;
    return -ETIMEDOUT;
}

static int exchange(int nested)
{
    unsigned long flags = 0;
    int status;

    if (nested)
        flags = arch_local_irq_save();
    else
        local_irq_disable();
    status = wait_ack(4);
#ifdef BROKEN
    if (status)
        local_irq_enable();
    else
#endif
    if (nested)
        arch_local_irq_restore(flags);
    else
        local_irq_enable();
    return status;
}

enum { PING = 1, RESET = 2, SPEED = 3 };

struct link {
    int speed, errors;
};

static int negotiate(struct link *l, int nested)
{
    int status = exchange(nested);

    if (status) {
        l->errors++;
        return status;
    }
    l->speed = acks > 1 ? 9600 : 1200;
    return 0;
}

static int command(struct link *l, int code, int nested)
{
    switch (code) {
    case PING:
        return exchange(nested);
    case RESET:
        l->speed = 0;
        l->errors = 0;
        return exchange(0);
    case SPEED:
        if (l->speed)
            return 0;
        return negotiate(l, nested);
    default:
        return -EINVAL;
    }
}

int main(void)
{
    static struct link l;
    int nested = any();

    if (command(&l, any(), nested))
        exchange(!nested);
    return acks - lost + l.errors;
}
