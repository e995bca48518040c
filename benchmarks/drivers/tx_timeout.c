/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (a reset is awaited while the queue is locked)
 *
 * A transmit queue that hangs is reset; resetting sleeps and must not hold the lock.
 */
#include "kernel.h"

struct adapter {
    spinlock_t lock;
    int stopped;
    unsigned resets;
    u32 head, tail;
    int carrier, watch;
};

static void reset_hardware(struct adapter *a)
{
    a->resets++;
    msleep(20);
}

static int hangs(struct adapter *a)
{
    int hung;

    spin_lock(&a->lock);
    hung = a->head != a->tail && !a->stopped;
    spin_unlock(&a->lock);
    return hung;
}

static void tx_timeout(struct adapter *a)
{
    spin_lock(&a->lock);
    a->stopped = 1;
    a->head = a->tail;
#ifdef BROKEN
    if (a->resets > 2) {
        reset_hardware(a);
        spin_unlock(&a->lock);
        return;
    }
#endif
    spin_unlock(&a->lock);
    reset_hardware(a);
    spin_lock(&a->lock);
    a->stopped = 0;
    spin_unlock(&a->lock);
}

static int set_watch(struct adapter *a, int milliseconds)
{
    if (milliseconds < 100 || milliseconds > 10000)
        return -EINVAL;
    spin_lock(&a->lock);
    a->watch = milliseconds / 100;
    spin_unlock(&a->lock);
    return 0;
}

static void link_change(struct adapter *a, int up)
{
    int lost;

    spin_lock(&a->lock);
    lost = a->carrier && !up;
    a->carrier = up != 0;
    spin_unlock(&a->lock);
    if (lost)
        msleep(1);
}

int main(void)
{
    static struct adapter a;
    int ticks = any();

    if (set_watch(&a, any()))
        return 1;
    link_change(&a, any());
    for (; ticks > 0; ticks--) {
        a.head = __VERIFIER_nondet_uint();
        if (hangs(&a))
            tx_timeout(&a);
    }
    return a.resets;
}
