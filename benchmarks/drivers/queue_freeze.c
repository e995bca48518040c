/* rule: wdm/WaitAtPassive
 * verdict: proved
 * mutant: violated (thawing signals with Wait while the lock is held)
 *
 * A queue is frozen and thawed; whoever is let go is told after the lock.
 */
#include "wdm.h"

static KSPIN_LOCK lock;
static int event, frozen, waiting;

static int freeze(void)
{
    KIRQL irql;
    int first;

    KeAcquireSpinLock(&lock, &irql);
    first = !frozen;
    frozen = 1;
    KeReleaseSpinLock(&lock, irql);
    return first;
}

static void thaw(void)
{
    KIRQL irql;
    int tell;

    KeAcquireSpinLock(&lock, &irql);
    frozen = 0;
    tell = waiting > 0;
    waiting = 0;
#ifdef BROKEN
    if (tell)
        KeSetEvent(&event, 0, 1);
#endif
    KeReleaseSpinLock(&lock, irql);
    if (tell)
        KeSetEvent(&event, 0, 1);
}

static void enter(void)
{
    if (!frozen)
        return;
    waiting = 1;
    KeWaitForSingleObject(&event, 0, 0, 0, NULL);
}

static int depth, high;

static int submit(int priority)
{
    KIRQL irql;
    int accepted = 0;

    KeAcquireSpinLock(&lock, &irql);
    if (!frozen && depth < 32) {
        depth++;
        accepted = 1;
        if (priority > high)
            high = priority;
    }
    KeReleaseSpinLock(&lock, irql);
    return accepted;
}

static void complete_one(void)
{
    KIRQL irql;
    int last;

    KeAcquireSpinLock(&lock, &irql);
    if (depth > 0)
        depth--;
    last = depth == 0;
    KeReleaseSpinLock(&lock, irql);
    if (last)
        KeSetEvent(&event, 0, 0);
}

int main(void)
{
    if (submit(any()))
        complete_one();
    if (freeze())
        enter();
    thaw();
    enter();
    return frozen;
}
