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
    unsigned packets, packets_old;
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

enum { UP = 1, PROMISCUOUS = 2 };

struct link {
    int flags, speed;
};

static NTSTATUS set_link(struct link *l, int speed, int all)
{
    if (speed != 10 && speed != 100 && speed != 1000)
        return STATUS_INVALID_PARAMETER;
    l->speed = speed;
    l->flags = UP;
    if (all)
        l->flags |= PROMISCUOUS;
    return STATUS_SUCCESS;
}

static int is_up(struct link *l)
{
    return (l->flags & UP) && l->speed > 0;
}

int main(void)
{
    static struct pump p;
    struct link l = { 0, 0 };
    NTSTATUS status = set_link(&l, any(), any());

    if (!NT_SUCCESS(status) || !is_up(&l))
        return 0;
    status = run(&p);
    return NT_SUCCESS(status);
}
