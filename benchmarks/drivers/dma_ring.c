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
    int lost = 0;

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

int main(void)
{
    return poll(any());
}
