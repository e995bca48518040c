/* rule: linux/spinlock
 * verdict: proved
 * mutant: violated (the flag is set where the lock was not taken)
 *
 * Whether the lock is held is remembered in a flag, and both are tested far apart.
 */
#include "kernel.h"

struct chip {
    spinlock_t lock;
    int mode;
    unsigned events;
    unsigned errors;
    int mask;
    unsigned wakeups;
};

enum { IDLE, ACTIVE, DEAD };

static int read_status(struct chip *c)
{
    int status = any();
    if (status < 0)
        c->errors++;
    return status;
}

static void service(struct chip *c, int urgent)
{
    int locked = 0;
    int status;

    if (urgent) {
        spin_lock(&c->lock);
        locked = 1;
    } else if (spin_trylock(&c->lock)) {
        locked = 1;
    }
#ifdef BROKEN
    else if (c->mode == ACTIVE)
        locked = 1;
#endif
    status = read_status(c);
    switch (c->mode) {
    case IDLE:
        if (status > 0)
            c->mode = ACTIVE;
        break;
    case ACTIVE:
        if (status < 0)
            c->mode = DEAD;
        c->events++;
        break;
    default:
        break;
    }
    if (locked)
        spin_unlock(&c->lock);
}

static int acknowledge(struct chip *c, int cause)
{
    if ((cause & c->mask) == 0)
        return 0;
    if (cause & 0x80)
        c->wakeups++;
    return 1;
}

int main(void)
{
    static struct chip c;

    c.mode = any();
    c.mask = any();
    if (!acknowledge(&c, any()))
        return 1;
    service(&c, any());
    service(&c, 0);
    return c.errors;
}
