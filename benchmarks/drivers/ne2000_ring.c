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

int main(void)
{
    if (!request_region(BASE, COUNT, "ne"))
        return 1;
    for (int i = 0; i < 3; i++)
        if (!receive())
            break;
    release_region(BASE, COUNT);
    return frames - dropped;
}
