/* rule: linux/dma
 * verdict: proved
 * mutant: violated (the direction is looked up after the descriptor was reused)
 *
 * One descriptor at a time: mapped, handed to the device, taken back.
 */
#include "kernel.h"

struct descriptor {
    int length, way, owned;
};

static struct device dev;
static char page[512];

static unsigned long give(struct descriptor *d, int length, int receive)
{
    unsigned long at;

    d->length = length;
    d->way = receive ? 2 : 1;
    at = dma_map_single(&dev, page, length, d->way);
    if (dma_mapping_error(&dev, at))
        return 0;
    d->owned = 1;
    return at;
}

static void take(struct descriptor *d, unsigned long at)
{
    if (!d->owned)
        return;
    d->owned = 0;
    dma_unmap_single(&dev, at, d->length, d->way);
}

static int poll(int rounds)
{
    static struct descriptor d;
    unsigned long at;
    unsigned lost = 0;

    for (int i = 0; i < rounds; i++) {
        d.owned = 0;
        at = give(&d, 64 + (i & 15), i & 1);
        if (!d.owned) {
            lost++;
            continue;
        }
#ifdef BROKEN
        if (i == 2)
            d.way = 1 + (i & 1) * 2 + 1;
#endif
        take(&d, at);
    }
    return lost;
}

static int choose(int speed, int duplex)
{
    if (speed != 10 && speed != 100)
        return -EINVAL;
    if (duplex)
        return speed / 5;
    return speed / 10;
}

static int loopback(int length)
{
    struct descriptor d;
    unsigned long at;

    if (length < 64 || length > 512)
        return -EINVAL;
    d.owned = 0;
    at = give(&d, length, 0);
    if (!d.owned)
        return -ENOMEM;
    take(&d, at);
    return 0;
}

static int run(int speed, int duplex)
{
    int rounds = choose(speed, duplex);
    int status;

    if (rounds < 0)
        return rounds;
    status = loopback(128);
    if (status)
        return status;
    return poll(rounds);
}

int main(void)
{
    return run(any(), any());
}
