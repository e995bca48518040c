/* rule: linux/region
 * verdict: proved
 * mutant: violated (restoring the mode writes registers after they were given back)
 *
 * Setting a video mode: index and data ports, with the old mode kept for the way back.
 */
#include "kernel.h"

enum { PORTS = 0x3c0, COUNT = 16, INDEX = PORTS + 4, DATA = PORTS + 5 };

struct mode {
    u8 width, height, depth;
};

static u8 read_register(u8 index)
{
    outb(index, INDEX);
    return inb(DATA);
}

static void write_register(u8 index, u8 value)
{
    outb(index, INDEX);
    outb(value, DATA);
}

static void save(struct mode *m)
{
    m->width = read_register(1);
    m->height = read_register(2);
    m->depth = read_register(3);
}

static void set(struct mode *m)
{
    write_register(1, m->width);
    write_register(2, m->height);
    write_register(3, m->depth);
}

static int switch_mode(struct mode *wanted)
{
    struct mode old;

    if (!request_region(PORTS, COUNT, "video"))
        return -EBUSY;
    save(&old);
    set(wanted);
    if (read_register(3) != wanted->depth) {
#ifdef BROKEN
        release_region(PORTS, COUNT);
        set(&old);
#else
        set(&old);
        release_region(PORTS, COUNT);
#endif
        return -EINVAL;
    }
    release_region(PORTS, COUNT);
    return 0;
}

static int choose(struct mode *m, int number)
{
    switch (number) {
    case 0:
        m->width = 40;
        m->height = 25;
        break;
    case 3:
        m->width = 80;
        m->height = 25;
        break;
    default:
        return -EINVAL;
    }
    m->depth = number == 0 ? 1 : 4;
    return 0;
}

int main(void)
{
    struct mode m;

    if (choose(&m, any()))
        return 2;
    return switch_mode(&m) < 0;
}
