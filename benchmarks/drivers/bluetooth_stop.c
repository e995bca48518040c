/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (a request that is refused because the driver stops releases anyway)
 *
 * Requests enter and leave a driver that may be stopping.
 */
#include "wdm.h"

struct extension {
    int lock;
    int stopping;
    int served, refused;
};

static NTSTATUS enter(struct extension *e, IRP *irp)
{
    if (e->stopping)
        return STATUS_UNSUCCESSFUL;
    return IoAcquireRemoveLock(&e->lock, irp);
}

static void leave(struct extension *e, IRP *irp)
{
    IoReleaseRemoveLock(&e->lock, irp);
}

static NTSTATUS serve(struct extension *e, IRP *irp)
{
    NTSTATUS status = enter(e, irp);

    if (!NT_SUCCESS(status)) {
        e->refused++;
#ifdef BROKEN
        if (e->stopping)
            leave(e, irp);
#endif
        return status;
    }
    e->served++;
    leave(e, irp);
    return STATUS_SUCCESS;
}

int main(void)
{
    static struct extension e;
    static IRP irp;
    int n = any();

    for (int i = 0; i < n; i++) {
        if (any() == 7)
            e.stopping = 1;
        serve(&e, &irp);
    }
    return e.refused;
}
