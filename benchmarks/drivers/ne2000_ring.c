/* rule: linux/region
 * verdict: proved
 * mutant: violated (a page number from the chip is used as a port offset unchecked)
 *
 * Reading packets from a ring of pages that the chip describes itself.
 */
#include "kernel.h"

enum { BASE = 0x280, COUNT = 32, COMMAND = 0, BOUNDARY = 3, STATUS = 7, RESET = 31 };
enum { STOP = 0x21, START = 0x22 };

struct ring {
    unsigned frames, dropped, overruns;
    u8 boundary;
    int running;
};

static u8 chip(unsigned offset)
{
    return inb(BASE + offset);
}

static void command(struct ring *r, u8 code)
{
    outb(code, BASE + COMMAND);
    r->running = code == START;
}

static int next_page(void)
{
    u8 page = chip(STATUS);

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

static int reset(struct ring *r)
{
    u8 state = chip(RESET);

    outb(state, BASE + RESET);
    if (!(chip(STATUS) & 0x80))
        return -ETIMEDOUT;
    r->boundary = 0;
    command(r, START);
    return 0;
}

static int receive(struct ring *r)
{
    int page = next_page();
    u8 status;

    if (page < 0) {
        r->dropped++;
        return 0;
    }
    status = chip((unsigned)page);
    if (status & 1)
        r->frames++;
    r->boundary = status;
    outb(status, BASE + BOUNDARY);
    return status & 1;
}

static void poll(struct ring *r, int budget)
{
    for (int i = 0; i < budget; i++)
        if (!receive(r))
            break;
    if (!(chip(STATUS) & 0x10))
        return;
    r->overruns++;
    command(r, STOP);
    if (reset(r))
        r->running = 0;
}

int main(void)
{
    static struct ring r;

    if (!request_region(BASE, COUNT, "ne"))
        return 1;
    if (reset(&r) == 0)
        poll(&r, 3);
    if (r.running)
        command(&r, STOP);
    release_region(BASE, COUNT);
    return r.frames > r.dropped;
}
