/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (the doorbell of a full ring is rung with the lock held on)
 *
 * Commands are put into a ring; the doorbell is rung once for a batch.
 */
#include "wdm.h"

struct ring {
    KSPIN_LOCK lock;
    ULONG head, tail;
    int rung;
};

static int put(struct ring *r, int command)
{
    if (r->head - r->tail >= 16)
        return 0;
    r->head++;
    return 1;
}

static void doorbell(struct ring *r)
{
    r->rung++;
}

static int batch(struct ring *r, int n)
{
    KIRQL irql;
    int done = 0;

    KeAcquireSpinLock(&r->lock, &irql);
    while (done < n) {
        if (!put(r, done)) {
#ifdef BROKEN
            doorbell(r);
            return done;
#endif
            break;
        }
        done++;
    }
    KeReleaseSpinLock(&r->lock, irql);
    if (done)
        doorbell(r);
    return done;
}

int main(void)
{
    static struct ring r;

    r.head = 10;
    batch(&r, any());
    batch(&r, 1);
    return r.rung;
}
