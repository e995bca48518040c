/* rule: linux/spinlock
 * verdict: proved
 * mutant: violated (a login that is refused jumps to the end without the lock)
 *
 * Logging in to a fabric: states change under the lock, frames go out without it.
 */
#include "kernel.h"

enum { OFFLINE, LOGIN, ONLINE };

struct port {
    spinlock_t lock;
    int state, address;
    unsigned tries, resets;
};

static int frame(void)
{
    return any() > 0 ? 0 : -EIO;
}

static int login(struct port *p)
{
    int status;

    spin_lock(&p->lock);
    if (p->state == ONLINE) {
        status = 0;
        goto out;
    }
    p->state = LOGIN;
    p->tries++;
    spin_unlock(&p->lock);
    status = frame();
#ifdef BROKEN
    if (status)
        goto out;
#endif
    spin_lock(&p->lock);
    p->state = status ? OFFLINE : ONLINE;
out:
    spin_unlock(&p->lock);
    return status;
}

static void logout(struct port *p)
{
    spin_lock(&p->lock);
    if (p->state != OFFLINE) {
        p->state = OFFLINE;
        p->address = 0;
    }
    spin_unlock(&p->lock);
}

static int assign(struct port *p, int address)
{
    int status = -ENODEV;

    if (address <= 0 || address > 0xffffff)
        return -EINVAL;
    spin_lock(&p->lock);
    if (p->state == ONLINE) {
        p->address = address;
        status = 0;
    }
    spin_unlock(&p->lock);
    return status;
}

static int link_event(struct port *p, int event)
{
    switch (event) {
    case 0:
        logout(p);
        return 0;
    case 1:
        return login(p);
    case 2:
        p->resets++;
        logout(p);
        return login(p);
    default:
        return -EINVAL;
    }
}

int main(void)
{
    static struct port p;

    if (login(&p))
        return 1;
    if (assign(&p, any()))
        return 2;
    return link_event(&p, any());
}
