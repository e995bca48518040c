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
    unsigned served, refused;
    unsigned flushed;
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

static NTSTATUS vendor(struct extension *e, IRP *irp, int opcode)
{
    NTSTATUS status = enter(e, irp);

    if (!NT_SUCCESS(status))
        return status;
    switch (opcode & 0x3f) {
    case 0x01:
        e->served++;
        break;
    case 0x03:
        e->served = 0;
        e->refused = 0;
        break;
    default:
        status = STATUS_INVALID_PARAMETER;
        goto out;
    }
    status = STATUS_SUCCESS;
out:
    leave(e, irp);
    return status;
}

static void flush(struct extension *e, IRP *irp)
{
    if (NT_SUCCESS(IoAcquireRemoveLock(&e->lock, irp))) {
        e->flushed++;
        leave(e, irp);
    }
}

int main(void)
{
    static struct extension e;
    static IRP irp;
    int n = any();

    for (int i = 0; i < n; i++) {
        int what = any();

        if (what == 7)
            e.stopping = 1;
        if (what & 1)
            serve(&e, &irp);
        else
            vendor(&e, &irp, what >> 1);
    }
    flush(&e, &irp);
    return e.refused > 0;
}
