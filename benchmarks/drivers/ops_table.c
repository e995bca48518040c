/* rule: linux/mutex
 * verdict: proved
 * mutant: violated (a slow path is called with the mutex held and takes it again)
 *
 * Operations of a device by number; each takes the device's mutex itself.
 */
#include "kernel.h"

struct gadget {
    struct mutex lock;
    int value, limit, calls;
};

static int op_get(struct gadget *g, int unused)
{
    int value;
    mutex_lock(&g->lock);
    value = g->value;
    mutex_unlock(&g->lock);
    return value;
}

static int op_set(struct gadget *g, int value)
{
    int status = 0;
    if (mutex_lock_interruptible(&g->lock))
        return -EBUSY;
    if (value > g->limit)
        status = -EINVAL;
    else
        g->value = value;
#ifdef BROKEN
    if (status == -EINVAL)
        status = op_get(g, 0);
#endif
    mutex_unlock(&g->lock);
    return status;
}

static int op_reset(struct gadget *g, int hard)
{
    if (!mutex_trylock(&g->lock))
        return -EBUSY;
    g->value = 0;
    if (hard)
        g->limit = 100;
    mutex_unlock(&g->lock);
    return 0;
}

static int call(struct gadget *g, unsigned number, int argument)
{
    g->calls++;
    switch (number) {
    case 0: return op_get(g, argument);
    case 1: return op_set(g, argument);
    case 2: return op_reset(g, argument);
    default: return -ENOTTY;
    }
}

static int permitted(unsigned number, int privileged)
{
    if (number > 2)
        return -ENOTTY;
    if (number == 2 && !privileged)
        return -EBUSY;
    return 0;
}

static int ioctl(struct gadget *g, unsigned number, int argument, int privileged)
{
    int status = permitted(number, privileged);

    if (status)
        return status;
    if (g->calls < 0)
        g->calls = 0;
    return call(g, number, argument);
}

int main(void)
{
    static struct gadget g;
    int status = ioctl(&g, __VERIFIER_nondet_uint(), any(), any());

    return status < 0;
}
