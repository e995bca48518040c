/* rule: linux/urb
 * verdict: proved
 * mutant: violated (a retry does not wait for the transfer before)
 *
 * A transfer with retries and a budget; the urb is idle whenever it is submitted.
 */
#include "kernel.h"

struct stats {
    unsigned submitted, stalled, retried;
    int endpoint, interval;
};

static int wait_for_device(struct stats *s)
{
    int stalled = any();
    if (stalled)
        s->stalled++;
    return stalled;
}

static int transfer(struct stats *s, int budget)
{
    int status = -ENOMEM;
    struct urb *u = usb_alloc_urb(0, GFP_KERNEL);

    if (!u)
        goto out;
    while (budget > 0) {
        budget--;
        status = usb_submit_urb(u, GFP_KERNEL);
        if (status)
            continue;
        s->submitted++;
        if (!wait_for_device(s)) {
            usb_kill_urb(u);
            break;
        }
        s->retried++;
#ifdef BROKEN
        if (s->retried < 3)
            continue;
#endif
        usb_kill_urb(u);
    }
#ifdef BROKEN
    usb_kill_urb(u);
#endif
    usb_free_urb(u);
out:
    return status;
}

static int set_endpoint(struct stats *s, int address, int speed)
{
    if ((address & 0x0f) == 0 || (address & 0x70))
        return -EINVAL;
    switch (speed) {
    case 0:
    case 1:
        s->interval = 8;
        break;
    case 2:
        s->interval = 1;
        break;
    default:
        return -EINVAL;
    }
    s->endpoint = address;
    return 0;
}

static int budget_for(struct stats *s)
{
    if (s->endpoint & 0x80)
        return 16 / s->interval;
    return 4;
}

int main(void)
{
    static struct stats s;

    if (transfer(&s, any()))
        return 1;
    if (set_endpoint(&s, any(), any()))
        return 2;
    return budget_for(&s);
}
