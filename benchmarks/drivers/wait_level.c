/* rule: wdm/WaitAtPassive
 * verdict: proved
 * mutant: violated (a wait is moved into the locked part for a rare state)
 *
 * Stopping a device: ask it under the lock, wait for it without.
 */
#include "wdm.h"

enum { RUNNING, STOPPING, STOPPED };

struct extension {
    KSPIN_LOCK lock;
    int event;
    int state;
    unsigned outstanding;
};

static int ask(struct extension *e)
{
    KIRQL irql;
    int wait = 0;

    KeAcquireSpinLock(&e->lock, &irql);
    switch (e->state) {
    case RUNNING:
        e->state = STOPPING;
        wait = e->outstanding > 0;
        break;
    case STOPPING:
        wait = 1;
#ifdef BROKEN
        if (e->outstanding == 1)
            KeWaitForSingleObject(&e->event, 0, 0, 0, NULL);
#endif
        break;
    default:
        break;
    }
    KeReleaseSpinLock(&e->lock, irql);
    return wait;
}

static void stop(struct extension *e)
{
    if (ask(e))
        KeWaitForSingleObject(&e->event, 0, 0, 0, NULL);
    e->state = STOPPED;
}

static void request_done(struct extension *e)
{
    KIRQL irql;
    int last;

    KeAcquireSpinLock(&e->lock, &irql);
    last = e->outstanding == 1 && e->state == STOPPING;
    if (e->outstanding > 0)
        e->outstanding--;
    KeReleaseSpinLock(&e->lock, irql);
    if (last)
        KeSetEvent(&e->event, 0, 1);
}

static int begin_request(struct extension *e)
{
    if (e->state != RUNNING)
        return 0;
    e->outstanding++;
    return 1;
}

int main(void)
{
    static struct extension e;

    e.outstanding = __VERIFIER_nondet_uint();
    e.state = any();
    if (!begin_request(&e))
        request_done(&e);
    stop(&e);
    return e.state;
}
