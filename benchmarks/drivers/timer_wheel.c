/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (a slot that is empty is skipped without releasing)
 *
 * Slots of a timer wheel; expired entries run without the lock.
 */
#include "wdm.h"

#define SLOTS 4

struct wheel {
    KSPIN_LOCK lock;
    unsigned count[SLOTS];
    unsigned now, fired;
    int stopped, drift;
};

static void fire(struct wheel *w)
{
    w->fired++;
}

static void tick(struct wheel *w)
{
    KIRQL irql;
    unsigned expired, slot = w->now & (SLOTS - 1);

    KeAcquireSpinLock(&w->lock, &irql);
    w->now++;
    expired = w->count[slot];
#ifdef BROKEN
    if (expired == 0)
        return;
#endif
    w->count[slot] = 0;
    KeReleaseSpinLock(&w->lock, irql);
    if (expired > 0)
        fire(w);
}

static int schedule(struct wheel *w, unsigned delay)
{
    KIRQL irql;

    if (delay >= SLOTS)
        return 0;
    KeAcquireSpinLock(&w->lock, &irql);
    w->count[(w->now + delay) & (SLOTS - 1)]++;
    KeReleaseSpinLock(&w->lock, irql);
    return 1;
}

static void adjust(struct wheel *w, unsigned measured)
{
    KIRQL irql;
    unsigned error = measured - w->now;

    if (error + 1 < 3)
        return;
    KeAcquireSpinLock(&w->lock, &irql);
    w->drift = error < 0x80000000u ? 1 : -1;
    KeReleaseSpinLock(&w->lock, irql);
}

static int stop(struct wheel *w)
{
    KIRQL irql;
    int was;

    KeAcquireSpinLock(&w->lock, &irql);
    was = w->stopped;
    w->stopped = 1;
    KeReleaseSpinLock(&w->lock, irql);
    return !was;
}

int main(void)
{
    static struct wheel w;

    schedule(&w, __VERIFIER_nondet_uint());
    for (int i = 0; i < SLOTS; i++)
        tick(&w);
    adjust(&w, __VERIFIER_nondet_uint());
    return stop(&w) ? w.fired : 0;
}
