/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (a chunk is awaited with interrupts off)
 *
 * Firmware goes to the chip in chunks; interrupts are off only for the handshake.
 */
#include "kernel.h"

struct image {
    int size, offset;
    int chunk;
};

static int handshake(void)
{
    int ack;

    local_irq_disable();
    ack = any();
    local_irq_enable();
    return ack > 0;
}

static int send_chunk(struct image *i)
{
    int left = i->size - i->offset;
    int now = left < i->chunk ? left : i->chunk;

#ifdef BROKEN
    local_irq_disable();
    if (any() == 5)
        msleep(1);
    local_irq_enable();
#endif
    i->offset += now;
    if (!handshake())
        return -EIO;
    msleep(1);
    return 0;
}

static int load(struct image *i)
{
    int status = 0;

    if (i->size <= 0 || i->chunk <= 0)
        return -EINVAL;
    while (i->offset < i->size) {
        status = send_chunk(i);
        if (status)
            break;
    }
    schedule();
    return status;
}

int main(void)
{
    static struct image i;

    i.size = any();
    i.chunk = 64;
    return load(&i);
}
