/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (a chunk is awaited with interrupts off)
 *
 * Firmware goes to the chip in chunks; interrupts are off only for the handshake.
 */
#include "kernel.h"

struct image {
    unsigned size, offset;
    unsigned chunk;
    int version;
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
    unsigned left = i->size - i->offset;
    unsigned now = left < i->chunk ? left : i->chunk;

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

    if (i->size == 0 || i->chunk == 0)
        return -EINVAL;
    while (i->offset < i->size) {
        status = send_chunk(i);
        if (status)
            break;
    }
    schedule();
    return status;
}

static int parse_header(struct image *i, int magic)
{
    if (magic != 0x4657)
        return -EINVAL;
    i->version = any();
    if (i->version < 0)
        return -EINVAL;
    i->chunk = i->version >= 3 ? 256 : 64;
    return 0;
}

static int reset_chip(void)
{
    int alive;

    local_irq_disable();
    alive = any() & 1;
    local_irq_enable();
    msleep(50);
    return alive ? 0 : -ENODEV;
}

static int boot(struct image *i)
{
    int status = reset_chip();

    if (status)
        return status;
    status = parse_header(i, any());
    if (status)
        return status;
    status = load(i);
    if (status == -EIO)
        msleep(100);
    return status;
}

int main(void)
{
    static struct image i;

    i.size = __VERIFIER_nondet_uint();
    return boot(&i);
}
