/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (a packet that is dropped is counted, too, but only once)
 *
 * A pump that takes requests off a device under its lock and handles them
 * without it; whether the lock is held in the end hangs on two counters.
 */
#include "wdm.h"

struct pump {
    KSPIN_LOCK lock;
    int packets, packets_old;
    int bytes;
    int dropped;
};

static int next_request(struct pump *p)
{
    int length = any();
    if (length < 0)
        length = 0;
    return length;
}

static void account(struct pump *p, int length)
{
    if (p->bytes > 100000)
        p->bytes = 0;
    p->bytes += length & 0xff;
}

static NTSTATUS run(struct pump *p)
{
    KIRQL irql;
    int length;

    do {
        KeAcquireSpinLock(&p->lock, &irql);
        p->packets_old = p->packets;
        length = next_request(p);
        if (length > 0) {
            KeReleaseSpinLock(&p->lock, irql);
            account(p, length);
#ifdef BROKEN
            if (length == 1500) {
                p->dropped++;
                continue;
            }
#endif
            p->packets++;
        }
    } while (p->packets != p->packets_old);
    KeReleaseSpinLock(&p->lock, irql);
    return p->bytes ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}

int main(void)
{
    static struct pump p;
    NTSTATUS status = run(&p);
    return NT_SUCCESS(status);
}
