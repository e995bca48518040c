/* rule: wdm/LowerDriverReturn
 * verdict: proved
 * mutant: violated (a changed medium is reported instead of what the lower driver said)
 *
 * A filter that notices when the medium of a drive was changed.
 */
#include "wdm.h"

struct drive {
    int serial;
    unsigned changes;
    int verify;
    int locked, ejects;
};

static int serial_of_medium(void)
{
    return any();
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    struct drive *d = device->DeviceExtension;
    NTSTATUS status;
    int serial;

    if (d->verify && irp->Major == IRP_MJ_WRITE) {
        irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
        IoCompleteRequest(irp, 0);
        return STATUS_INVALID_PARAMETER;
    }
    status = IofCallDriver(device->Lower, irp);
    serial = serial_of_medium();
    if (serial != d->serial) {
        d->serial = serial;
        d->changes++;
        d->verify = 1;
#ifdef BROKEN
        status = STATUS_INVALID_PARAMETER;
#endif
    } else if (!NT_SUCCESS(status)) {
        d->verify = 0;
    }
    return status;
}

static NTSTATUS eject(struct drive *d, IRP *irp)
{
    NTSTATUS status = STATUS_SUCCESS;

    if (d->locked) {
        status = STATUS_UNSUCCESSFUL;
    } else {
        d->ejects++;
        d->serial = 0;
        d->verify = 1;
    }
    irp->IoStatus.Status = status;
    irp->IoStatus.Information = 0;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS DispatchControl(DEVICE_OBJECT *device, IRP *irp)
{
    struct drive *d = device->DeviceExtension;

    switch (irp->Minor) {
    case 1:
        return eject(d, irp);
    case 2:
        d->locked = 1;
        return Dispatch(device, irp);
    case 3:
        d->locked = 0;
        return Dispatch(device, irp);
    default:
        return IofCallDriver(device->Lower, irp);
    }
}

int main(void)
{
    static struct drive d;
    static DEVICE_OBJECT lower, device;
    static IRP irp;

    device.Lower = &lower;
    device.DeviceExtension = &d;
    d.verify = any();
    d.serial = any();
    d.locked = any();
    irp.Major = any();
    irp.Minor = any();
    return DispatchControl(&device, &irp) >= 0;
}
