/* rule: linux/device_register
 * verdict: proved
 * mutant: violated (a reset frees a device that is still registered)
 *
 * Reset takes the device out and puts it back; a second failure gives up.
 */
#include "kernel.h"

struct adapter {
    struct net_device *net;
    int up;
    unsigned resets;
    int cause, mtu;
};

static int bring_up(struct adapter *a)
{
    int status = register_netdev(a->net);

    a->up = status == 0;
    return status;
}

static void take_down(struct adapter *a)
{
    if (!a->up)
        return;
    unregister_netdev(a->net);
    a->up = 0;
}

static int reset(struct adapter *a)
{
    a->resets++;
    take_down(a);
    if (any() == 0)
        return -EIO;
    return bring_up(a);
}

static int run(struct adapter *a)
{
    a->net = alloc_netdev(0);
    if (!a->net)
        return -ENOMEM;
    if (bring_up(a))
        goto out;
    while (any() > 0)
        if (reset(a))
            goto out;
#ifdef BROKEN
    if (a->resets == 0) {
        free_netdev(a->net);
        return 0;
    }
#endif
out:
    take_down(a);
    free_netdev(a->net);
    return a->resets;
}

enum { TIMEOUT = 1, PARITY = 2, MODE = 3 };

static int set_mtu(struct adapter *a, int mtu)
{
    if (mtu < 68 || mtu > 9000)
        return -EINVAL;
    if (a->up)
        return -EBUSY;
    a->mtu = mtu;
    return 0;
}

static int note(struct adapter *a, int cause)
{
    switch (cause) {
    case TIMEOUT:
    case PARITY:
        a->cause = cause;
        return 1;
    case MODE:
        return a->mtu > 1500;
    default:
        return 0;
    }
}

int main(void)
{
    static struct adapter a;

    if (set_mtu(&a, any()))
        return 1;
    if (note(&a, any()))
        a.mtu = 1500;
    return run(&a);
}
