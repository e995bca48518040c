/* rule: linux/urb
 * verdict: proved
 * mutant: violated (a retry does not wait for the transfer before)
 *
 * A transfer with retries and a budget; the urb is idle whenever it is submitted.
 */
#include "kernel.h"

struct stats {
    int submitted, stalled, retried;
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

int main(void)
{
    static struct stats s;
    return transfer(&s, any()) ? 1 : 0;
}
