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

int main(void)
{
    static struct boot b;
    enum phase phase = PROBE;

    while (phase != DONE)
        phase = step(&b, phase);
    if (b.registered)
        unregister_netdev(b.net);
    if (b.net)
        free_netdev(b.net);
    return b.absent;
}
