/* rule: linux/region
 * verdict: proved
 * mutant: violated (the scan looks one register too far)
 *
 * A driver that claims the ports of a chip, looks at all of them, and gives them back.
 */
#include "kernel.h"

#define BASE 0x1f0u
#define COUNT 8u

enum chip { NONE, OLD, NEW };

static u8 registers[COUNT];

static void reset_chip(void)
{
    outb(0x04, BASE + 6);
    outb(0x00, BASE + 6);
}

static enum chip identify(void)
{
    u8 id = inb(BASE + 7);

    switch (id & 0xf0) {
    case 0x50:
        return OLD;
    case 0xa0:
        return NEW;
    default:
        return NONE;
    }
}

static int snapshot(void)
{
    unsigned i;
    int bad = 0;
#ifdef BROKEN
    for (i = 0; i <= COUNT; i++) {
#else
    for (i = 0; i < COUNT; i++) {
#endif
        u8 value = inb(BASE + i);
        if (value == 0xff)
            bad++;
        registers[i % COUNT] = value;
    }
    return bad;
}

static int load(void)
{
    int status = -ENODEV;

    if (!request_region(BASE, COUNT, "chip"))
        return -EBUSY;
    reset_chip();
    if (identify() == NONE)
        goto release;
    if (snapshot() == (int)COUNT)
        goto release;
    status = 0;
release:
    release_region(BASE, COUNT);
    return status;
}

static int errors;

static int probe(int force)
{
    int status = load();

    if (status == -EBUSY && force)
        status = load();
    if (status)
        errors++;
    return status;
}

int main(void)
{
    int status = probe(any());

    return status < 0 ? errors : registers[7];
}
