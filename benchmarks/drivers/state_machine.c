/* rule: linux/irq_flags
 * verdict: proved
 * mutant: violated (one transition of the machine forgets to restore)
 *
 * A protocol machine whose steps run with interrupts off.
 */
#include "kernel.h"

enum state { CLOSED, OPENING, OPEN, CLOSING, FAILED };
enum event { CONNECT, ACCEPTED, DATA, HANGUP, TIMEOUT };

struct link {
    enum state state;
    unsigned bytes, drops, timeouts;
};

static enum state opening(struct link *l, int event)
{
    if (event == ACCEPTED)
        return OPEN;
    if (event == TIMEOUT && ++l->timeouts > 3)
        return FAILED;
    return OPENING;
}

static enum state open(struct link *l, int event)
{
    switch (event) {
    case DATA:
        l->bytes += 64;
        return OPEN;
    case HANGUP:
        return CLOSING;
    case TIMEOUT:
        return FAILED;
    default:
        l->drops++;
        return OPEN;
    }
}

static int step(struct link *l, int event)
{
    unsigned long flags = arch_local_irq_save();

    if (event < CONNECT || event > TIMEOUT) {
        l->drops++;
        arch_local_irq_restore(flags);
        return -EINVAL;
    }
    switch (l->state) {
    case CLOSED:
        if (event == CONNECT)
            l->state = OPENING;
        break;
    case OPENING:
        l->state = opening(l, event);
        break;
    case OPEN:
        l->state = open(l, event);
        break;
    case CLOSING:
        l->state = CLOSED;
        break;
    case FAILED:
#ifdef BROKEN
        return -EIO;
#else
        arch_local_irq_restore(flags);
        return -EIO;
#endif
    }
    arch_local_irq_restore(flags);
    return 0;
}

int main(void)
{
    static struct link l;
    int n = any();
    for (; n > 0; n--)
        if (step(&l, any()) == -EIO)
            break;
    return l.drops;
}
