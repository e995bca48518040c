/* rule: linux/device_register
 * verdict: proved
 * mutant: violated (a slot whose registration failed is torn down as if it had not)
 *
 * One slot, events that put something into it and take it out again.
 */
#include "kernel.h"

enum { EMPTY, ALLOCATED, LIVE };

static struct net_device *slot;
static int state, events, failures;

static void insert(void)
{
    if (state != EMPTY)
        return;
    slot = alloc_netdev(16);
    if (!slot) {
        failures++;
        return;
    }
    state = ALLOCATED;
    if (register_netdev(slot) == 0) {
        state = LIVE;
        return;
    }
    failures++;
#ifdef BROKEN
    state = LIVE;
#endif
}

static void extract(void)
{
    if (state == LIVE) {
        unregister_netdev(slot);
        state = ALLOCATED;
    }
    if (state == ALLOCATED) {
        free_netdev(slot);
        state = EMPTY;
    }
}

enum { ATTENTION = 1, PRESENCE = 2, POWER_FAULT = 4 };

static int indicator;

static void acknowledge(u32 cause)
{
    if (cause & POWER_FAULT)
        indicator = 2;
    else if (cause & ATTENTION)
        indicator = !indicator;
}

static void interrupt(u32 cause)
{
    events++;
    acknowledge(cause);
    if (cause & POWER_FAULT) {
        extract();
        return;
    }
    if (!(cause & PRESENCE))
        return;
    if (state == EMPTY)
        insert();
    else
        extract();
}

int main(void)
{
    int n = any();

    while (events < n)
        interrupt(__VERIFIER_nondet_uint());
    extract();
    return indicator ? -EIO : failures;
}
