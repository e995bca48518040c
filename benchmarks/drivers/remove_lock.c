/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (an invalid request gives the lock back twice)
 *
 * A device that may go at any time; every routine holds it while it works.
 */
#include "wdm.h"

struct extension {
    int lock;
    unsigned open_handles;
    int surprise;
    int wake, idle;
};

static NTSTATUS read(struct extension *e, IRP *irp)
{
    if (irp->Length == 0)
        return STATUS_INVALID_PARAMETER;
    if (e->open_handles == 0)
        return STATUS_UNSUCCESSFUL;
    irp->IoStatus.Information = irp->Length;
    return STATUS_SUCCESS;
}

static NTSTATUS pnp(struct extension *e, IRP *irp, int *going)
{
    switch (irp->Minor) {
    case 2:
        *going = 1;
        return STATUS_SUCCESS;
    case 23:
        e->surprise = 1;
        return STATUS_SUCCESS;
    default:
        return IofCallDriver(NULL, irp);
    }
}

NTSTATUS DispatchRemove(DEVICE_OBJECT *device, IRP *irp)
{
    struct extension *e = device->DeviceExtension;
    int going = 0;
    NTSTATUS status = IoAcquireRemoveLock(&e->lock, irp);

    if (!NT_SUCCESS(status))
        return status;
    if (irp->Major == IRP_MJ_READ)
        status = read(e, irp);
    else
        status = pnp(e, irp, &going);
#ifdef BROKEN
    if (status == STATUS_INVALID_PARAMETER)
        IoReleaseRemoveLock(&e->lock, irp);
#endif
    if (going)
        IoReleaseRemoveLockAndWait(&e->lock, irp);
    else
        IoReleaseRemoveLock(&e->lock, irp);
    return status;
}

static NTSTATUS open_close(struct extension *e, IRP *irp)
{
    NTSTATUS status = IoAcquireRemoveLock(&e->lock, irp);

    if (!NT_SUCCESS(status))
        return status;
    if (irp->Major == IRP_MJ_CREATE) {
        if (e->surprise)
            status = STATUS_UNSUCCESSFUL;
        else
            e->open_handles++;
    } else if (e->open_handles > 0) {
        e->open_handles--;
        e->idle = e->open_handles == 0;
    }
    IoReleaseRemoveLock(&e->lock, irp);
    return status;
}

NTSTATUS DispatchAll(DEVICE_OBJECT *device, IRP *irp)
{
    struct extension *e = device->DeviceExtension;

    switch (irp->Major) {
    case IRP_MJ_CREATE:
    case IRP_MJ_CLOSE:
        return open_close(e, irp);
    case IRP_MJ_POWER:
        e->wake = irp->Minor & 1;
        return STATUS_SUCCESS;
    default:
        return DispatchRemove(device, irp);
    }
}

int main(void)
{
    static struct extension e;
    static DEVICE_OBJECT device;
    static IRP irp;

    device.DeviceExtension = &e;
    irp.Major = any();
    irp.Minor = any();
    irp.Length = __VERIFIER_nondet_uint();
    e.open_handles = __VERIFIER_nondet_uint();
    DispatchAll(&device, &irp);
    return e.surprise;
}
