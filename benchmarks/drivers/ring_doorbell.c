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
    unsigned rung;
    int stalled, coalesce;
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

static int retire(struct ring *r, int n)
{
    KIRQL irql;
    int left;

    KeAcquireSpinLock(&r->lock, &irql);
    left = (int)(r->head - r->tail);
    if (n > left)
        n = left;
    if (n > 0)
        r->tail += (ULONG)n;
    r->stalled = n == 0;
    KeReleaseSpinLock(&r->lock, irql);
    return n;
}

static NTSTATUS set_coalescing(struct ring *r, int microseconds)
{
    KIRQL irql;

    if (microseconds < 0 || microseconds > 1000)
        return STATUS_INVALID_PARAMETER;
    KeAcquireSpinLock(&r->lock, &irql);
    r->coalesce = microseconds / 50;
    KeReleaseSpinLock(&r->lock, irql);
    return STATUS_SUCCESS;
}

int main(void)
{
    static struct ring r;

    r.head = 10;
    if (!NT_SUCCESS(set_coalescing(&r, any())))
        return 1;
    batch(&r, any());
    retire(&r, any());
    batch(&r, 1);
    return r.rung;
}
