/* rule: linux/spinlock
 * verdict: proved
 * mutant: violated (a kick in the middle of a stop deadlocks)
 *
 * A watchdog with start, kick and stop; stop kicks once more before it ends.
 */
#include "kernel.h"

struct watchdog {
    spinlock_t lock;
    int running, nowayout;
    u32 timeout, kicks;
    int pretimeout, boots;
};

static void write_counter(struct watchdog *w)
{
    w->kicks++;
}

static void kick(struct watchdog *w)
{
    spin_lock(&w->lock);
    if (w->running)
        write_counter(w);
    spin_unlock(&w->lock);
}

static int start(struct watchdog *w, u32 timeout)
{
    if (timeout == 0 || timeout > 255)
        return -EINVAL;
    spin_lock(&w->lock);
    w->timeout = timeout;
    w->running = 1;
    write_counter(w);
    spin_unlock(&w->lock);
    return 0;
}

static int stop(struct watchdog *w)
{
    int status = 0;

    spin_lock(&w->lock);
    if (w->nowayout) {
        status = -EBUSY;
#ifdef BROKEN
        kick(w);
#endif
    } else {
        w->running = 0;
    }
    spin_unlock(&w->lock);
    if (status)
        kick(w);
    return status;
}

static int set_pretimeout(struct watchdog *w, int seconds)
{
    int status = 0;

    spin_lock(&w->lock);
    if (seconds < 0 || (u32)seconds >= w->timeout)
        status = -EINVAL;
    else
        w->pretimeout = seconds;
    spin_unlock(&w->lock);
    return status;
}

static int control(struct watchdog *w, int request)
{
    switch (request) {
    case 0:
        return w->boots;
    case 1:
        kick(w);
        return 0;
    case 2:
        return set_pretimeout(w, any());
    default:
        return -ENOTTY;
    }
}

int main(void)
{
    static struct watchdog w;

    w.nowayout = any();
    if (start(&w, __VERIFIER_nondet_uint()))
        return 1;
    control(&w, any());
    return stop(&w) ? 1 : 0;
}
