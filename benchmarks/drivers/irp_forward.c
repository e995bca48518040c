/* rule: wdm/LowerDriverReturn
 * verdict: proved
 * mutant: violated (an error of the lower driver is taken for a warning)
 *
 * A filter that passes requests down and looks at some of them on their way back.
 */
#include "wdm.h"

struct filter {
    int removed, started;
    int power_level;
    int seen;
};

static NTSTATUS complete(IRP *irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    irp->IoStatus.Information = 0;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS start_device(struct filter *f, DEVICE_OBJECT *lower, IRP *irp)
{
    NTSTATUS status = IofCallDriver(lower, irp);
    if (NT_SUCCESS(status))
        f->started = 1;
    else
        f->started = 0;
#ifdef BROKEN
    if (status == STATUS_UNSUCCESSFUL)
        status = STATUS_SUCCESS;
#endif
    return status;
}

static NTSTATUS power(struct filter *f, DEVICE_OBJECT *lower, IRP *irp)
{
    int level = irp->Minor;
    if (level < 0 || level > 4)
        return complete(irp, STATUS_INVALID_PARAMETER);
    if (level > f->power_level)
        f->power_level = level;
    return IofCallDriver(lower, irp);
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    struct filter *f = device->DeviceExtension;

    f->seen++;
    if (f->removed)
        return complete(irp, STATUS_UNSUCCESSFUL);
    if (irp->Major == IRP_MJ_POWER)
        return power(f, device->Lower, irp);
    if (irp->Major == IRP_MJ_PNP && irp->Minor == 0)
        return start_device(f, device->Lower, irp);
    if (irp->Major == IRP_MJ_PNP && irp->Minor == 2) {
        f->removed = 1;
        return IofCallDriver(device->Lower, irp);
    }
    if (!f->started)
        return complete(irp, STATUS_CANCELLED);
    return IofCallDriver(device->Lower, irp);
}

int main(void)
{
    static struct filter f;
    static DEVICE_OBJECT lower, device;
    static IRP irp;

    device.Lower = &lower;
    device.DeviceExtension = &f;
    irp.Major = any();
    irp.Minor = any();
    f.started = any();
    Dispatch(&device, &irp);
    return f.seen;
}
