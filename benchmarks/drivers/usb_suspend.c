/* rule: linux/urb
 * verdict: proved
 * mutant: violated (resuming submits a urb that was never stopped)
 *
 * One urb polls a device; suspend stops it, resume starts it again.
 */
#include "kernel.h"

struct poller {
    int active;
    int suspended;
    unsigned errors, idle;
    int wakeup;
};

static int start(struct poller *p, struct urb *u)
{
    int status;

    if (p->active)
        return 0;
    status = usb_submit_urb(u, GFP_KERNEL);
    if (status)
        p->errors++;
    else
        p->active = 1;
    return status;
}

static void stop(struct poller *p, struct urb *u)
{
    if (p->active) {
        usb_kill_urb(u);
        p->active = 0;
    }
}

static void suspend(struct poller *p, struct urb *u)
{
    p->suspended = 1;
#ifdef BROKEN
    p->active = 0;
#else
    stop(p, u);
#endif
}

static int resume(struct poller *p, struct urb *u)
{
    p->suspended = 0;
    return start(p, u);
}

static int may_sleep(struct poller *p, int minutes)
{
    if (minutes < 0)
        return 0;
    if (p->errors > 3)
        return 1;
    p->idle += minutes > 60 ? 60u : (unsigned)minutes;
    return p->idle > 10 && !p->wakeup;
}

int main(void)
{
    static struct poller p;
    struct urb *u = usb_alloc_urb(0, GFP_KERNEL);

    if (!u)
        return 1;
    p.wakeup = any();
    start(&p, u);
    if (may_sleep(&p, any())) {
        suspend(&p, u);
        resume(&p, u);
    }
    stop(&p, u);
    usb_kill_urb(u);
    usb_free_urb(u);
    return p.errors;
}
