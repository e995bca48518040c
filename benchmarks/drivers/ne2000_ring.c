/* rule: linux/region
 * verdict: proved
 * mutant: violated (a page number from the chip is used as a port offset unchecked)
 *
 * Reading packets from a ring of pages that the chip describes itself.
 */
#include "kernel.h"

enum { BASE = 0x280, COUNT = 32 };

static int dropped, frames;

static u8 chip(unsigned offset)
{
    return inb(BASE + offset);
}

static int next_page(void)
{
    u8 page = chip(7);

#ifdef BROKEN
    if (page == 0)
        return -1;
    return page & 0x3f;
#else
    if (page == 0 || page >= COUNT)
        return -1;
    return page;
#endif
}

static int receive(void)
{
    int page = next_page();
    u8 status;

    if (page < 0) {
        dropped++;
        return 0;
    }
    status = chip((unsigned)page);
    if (status & 1)
        frames++;
    outb(status, BASE + 3);
    return status & 1;
}

enum { NORMAL, MULTICAST, MONITOR };

static int mode, changes;

static int choose(int wanted)
{
    switch (wanted) {
    case NORMAL:
    case MULTICAST:
        break;
    case MONITOR:
        if (frames > 0)
            return -EBUSY;
        break;
    default:
        return -EINVAL;
    }
    if (mode != wanted)
        changes++;
    mode = wanted;
    return 0;
}

static int quality(void)
{
    if (dropped > frames)
        return 0;
    return frames > 2 * dropped ? 2 : 1;
}

int main(void)
{
    if (!request_region(BASE, COUNT, "ne"))
        return 1;
    for (int i = 0; i < 3; i++)
        if (!receive())
            break;
    release_region(BASE, COUNT);
    if (choose(any()))
        return 2;
    return quality() ? frames - dropped : changes;
}
