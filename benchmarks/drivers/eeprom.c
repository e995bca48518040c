/* rule: linux/region
 * verdict: proved
 * mutant: violated (the checksum is read through a port beyond the window)
 *
 * Reading an EEPROM bit by bit through four ports.
 */
#include "kernel.h"

enum { BASE = 0x300, WINDOW = 4, CONTROL = BASE, DATA = BASE + 1, STATUS = BASE + 3 };

static int wait_ready(void)
{
    for (int tries = 0; tries < 5; tries++)
        if (inb(STATUS) & 0x80)
            return 0;
    return -ETIMEDOUT;
}

static u16 read_word(int address)
{
    u16 word = 0;

    outb((u8)address, CONTROL);
    for (int bit = 0; bit < 3; bit++) {
        outb(1, CONTROL);
        word = (u16)(word << 1 | (inb(DATA) & 1));
        outb(0, CONTROL);
    }
    return word;
}

static int checksum_is_right(u16 sum)
{
#ifdef BROKEN
    return inb(STATUS + 1) == (u8)sum;
#else
    return inb(STATUS) == (u8)sum;
#endif
}

static int identify(void)
{
    u16 sum = 0;

    if (wait_ready())
        return -ENODEV;
    sum = (u16)(sum + read_word(0));
    sum = (u16)(sum + read_word(1));
    return checksum_is_right(sum) ? 0 : -EIO;
}

struct layout {
    int words, version;
};

static int parse(struct layout *l, u16 head)
{
    l->version = head >> 2;
    switch (head & 3) {
    case 0:
        l->words = 64;
        break;
    case 1:
        l->words = 256;
        break;
    default:
        l->words = 0;
        return -EINVAL;
    }
    return l->version > 1 ? -ENODEV : 0;
}

static int probe(struct layout *l)
{
    int status = identify();

    if (status)
        return status;
    if (wait_ready())
        return -ETIMEDOUT;
    return parse(l, read_word(2));
}

int main(void)
{
    struct layout l;
    int status;

    if (!request_region(BASE, WINDOW, "eeprom"))
        return 1;
    status = probe(&l);
    if (status == -ETIMEDOUT)
        outb(0x40, CONTROL);
    release_region(BASE, WINDOW);
    return status < 0;
}
