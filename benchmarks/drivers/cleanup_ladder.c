/* rule: linux/device_register
 * verdict: proved
 * mutant: violated (one rung of the ladder is missed)
 *
 * Probing with a ladder of labels that undo what was done, in reverse.
 */
#include "kernel.h"

struct card {
    struct net_device *net;
    int irq, dma, powered;
};

static int power_on(struct card *c)
{
    int status = any();
    if (status)
        return -EIO;
    c->powered = 1;
    return 0;
}

static void power_off(struct card *c)
{
    c->powered = 0;
}

static int claim_dma(struct card *c)
{
    int channel = any();
    if (channel < 0 || channel > 7)
        return -EBUSY;
    c->dma = channel;
    return 0;
}

static int probe(struct card *c)
{
    int status;

    status = power_on(c);
    if (status)
        goto out;
    c->net = alloc_netdev(64);
    if (!c->net) {
        status = -ENOMEM;
        goto out_power;
    }
    status = claim_dma(c);
    if (status)
#ifdef BROKEN
        goto out_power;
#else
        goto out_free;
#endif
    status = register_netdev(c->net);
    if (status)
        goto out_dma;
    return 0;

out_dma:
    c->dma = -1;
out_free:
    free_netdev(c->net);
    c->net = NULL;
out_power:
    power_off(c);
out:
    return status;
}

static void remove(struct card *c)
{
    if (!c->net)
        return;
    unregister_netdev(c->net);
    free_netdev(c->net);
    power_off(c);
}

int main(void)
{
    static struct card c;
    if (probe(&c) == 0)
        remove(&c);
    return 0;
}
