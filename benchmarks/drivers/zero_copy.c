/* rule: linux/dma
 * verdict: proved
 * mutant: violated (a short packet is unmapped twice)
 *
 * A packet is mapped, sent, and unmapped on every way out.
 */
#include "kernel.h"

static struct device dev;
static char packet[1514];
static int sent, errors;

static int hardware(unsigned long at, int length)
{
    if (length < 60)
        return -EINVAL;
    return any() ? 0 : -EIO;
}

static int transmit(int length)
{
    unsigned long at;
    int status;

    if (length <= 0 || length > 1514)
        return -EINVAL;
    at = dma_map_single(&dev, packet, 1514, 1);
    if (dma_mapping_error(&dev, at)) {
        errors++;
        return -ENOMEM;
    }
    status = hardware(at, length);
#ifdef BROKEN
    if (status == -EINVAL)
        dma_unmap_single(&dev, at, 1514, 1);
#endif
    dma_unmap_single(&dev, at, 1514, 1);
    if (status)
        errors++;
    else
        sent++;
    return status;
}

enum { GOOD, CONGESTED, DOWN };

static int link = DOWN, window = 4;

static int set_link(int state)
{
    switch (state) {
    case GOOD:
        window = 4;
        break;
    case CONGESTED:
        window = 1;
        break;
    case DOWN:
        window = 0;
        break;
    default:
        return -EINVAL;
    }
    link = state;
    return 0;
}

static int send(int length)
{
    int status;

    if (link == DOWN)
        return -ENODEV;
    if (sent >= window)
        return -EBUSY;
    status = transmit(length);
    if (status == -EIO && errors > 2)
        set_link(DOWN);
    return status;
}

int main(void)
{
    if (set_link(any()))
        return 1;
    if (send(any()) == 0)
        send(any());
    return sent - errors;
}
