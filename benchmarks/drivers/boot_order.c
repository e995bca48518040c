/* rule: linux/device_register
 * verdict: proved
 * mutant: violated (a device that was found absent is registered in a later phase)
 *
 * Initialisation in phases, each of which may end it.
 */
#include "kernel.h"

enum phase { PROBE, ALLOCATE, CONFIGURE, REGISTER, RUN, DONE };

struct boot {
    struct net_device *net;
    int absent, registered;
    u32 quirks;
    int delay;
};

static enum phase step(struct boot *b, enum phase now)
{
    switch (now) {
    case PROBE:
        b->absent = any() == 0;
#ifdef BROKEN
        return b->absent ? CONFIGURE : ALLOCATE;
#else
        return b->absent ? DONE : ALLOCATE;
#endif
    case ALLOCATE:
        b->net = alloc_netdev(0);
        return b->net ? CONFIGURE : DONE;
    case CONFIGURE:
        return any() ? REGISTER : DONE;
    case REGISTER:
        b->registered = register_netdev(b->net) == 0;
        return b->registered ? RUN : DONE;
    default:
        return DONE;
    }
}

/* What the board says about itself. */
enum { QUIRK_SLOW = 1, QUIRK_NO_WAKE = 2, QUIRK_DUAL = 4 };

static void detect(struct boot *b)
{
    int board = any();

    if (board == 0x1131)
        b->quirks |= QUIRK_SLOW;
    if ((board & 0xff00) == 0x2200)
        b->quirks |= QUIRK_NO_WAKE | QUIRK_DUAL;
    b->delay = b->quirks & QUIRK_SLOW ? 50 : 5;
}

static int late(struct boot *b, int clock)
{
    if (b->quirks & QUIRK_NO_WAKE)
        return clock < 0;
    return clock > b->delay;
}

static void shutdown(struct boot *b)
{
    if (b->registered)
        unregister_netdev(b->net);
    if (b->net)
        free_netdev(b->net);
}

int main(void)
{
    static struct boot b;
    enum phase phase = PROBE;

    detect(&b);
    while (phase != DONE)
        phase = step(&b, phase);
    shutdown(&b);
    return late(&b, any()) ? -ETIMEDOUT : b.absent;
}
