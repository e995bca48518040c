/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (an entry of the table completes what its caller completes)
 *
 * Dispatch through a table of functions, as drivers register it.
 */
#include "wdm.h"

typedef NTSTATUS (*routine)(DEVICE_OBJECT *, IRP *);

static NTSTATUS create(DEVICE_OBJECT *d, IRP *irp)
{
    d->Flags |= 1;
    return STATUS_SUCCESS;
}

static NTSTATUS close(DEVICE_OBJECT *d, IRP *irp)
{
    d->Flags &= ~1u;
#ifdef BROKEN
    IoCompleteRequest(irp, 0);
#endif
    return STATUS_SUCCESS;
}

static NTSTATUS read(DEVICE_OBJECT *d, IRP *irp)
{
    if (!(d->Flags & 1))
        return STATUS_UNSUCCESSFUL;
    irp->IoStatus.Information = irp->Length;
    return STATUS_SUCCESS;
}

static routine table[3];

static void driver_entry(void)
{
    table[0] = create;
    table[1] = close;
    table[2] = read;
}

static NTSTATUS dispatch(DEVICE_OBJECT *d, IRP *irp)
{
    NTSTATUS status = STATUS_INVALID_PARAMETER;
    if (irp->Major >= 0 && irp->Major < 3)
        status = table[irp->Major](d, irp);
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

enum { OPEN = 1, SUSPENDED = 2, GONE = 4 };

static NTSTATUS power(DEVICE_OBJECT *d, int down)
{
    if (d->Flags & GONE)
        return STATUS_UNSUCCESSFUL;
    if (down)
        d->Flags |= SUSPENDED;
    else
        d->Flags &= ~(ULONG)SUSPENDED;
    return STATUS_SUCCESS;
}

static NTSTATUS entry(DEVICE_OBJECT *d, IRP *irp)
{
    NTSTATUS status;

    if (d->Flags & SUSPENDED) {
        status = power(d, 0);
        if (!NT_SUCCESS(status)) {
            irp->IoStatus.Status = status;
            IoCompleteRequest(irp, 0);
            return status;
        }
    }
    return dispatch(d, irp);
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;

    driver_entry();
    irp.Major = any();
    irp.Length = __VERIFIER_nondet_uint();
    if (NT_SUCCESS(power(&device, any())))
        entry(&device, &irp);
    return 0;
}
