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

int main(void)
{
    int nested = any();

    if (exchange(nested))
        exchange(!nested);
    return acks - lost;
}
