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

int main(void)
{
    int n = any();

    while (events < n) {
        events++;
        if (any() & 1)
            insert();
        else
            extract();
    }
    extract();
    return failures;
}
