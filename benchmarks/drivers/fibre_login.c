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
    int state, tries;
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

int main(void)
{
    static struct port p;

    if (login(&p))
        return 1;
    return login(&p);
}
