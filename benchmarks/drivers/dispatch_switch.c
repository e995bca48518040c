/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (an unknown control code falls through to the general completion)
 *
 * A dispatch routine with nested switches; every way out completes the request once.
 */
#include "wdm.h"

enum { GET_VERSION = 0x10, SET_SPEED, RESET };

struct extension {
    int speed;
    int resets;
    int opened;
};

static NTSTATUS finish(IRP *irp, NTSTATUS status, ULONG_PTR information)
{
    irp->IoStatus.Status = status;
    irp->IoStatus.Information = information;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS control(struct extension *e, IRP *irp)
{
    switch (irp->Minor) {
    case GET_VERSION:
        return finish(irp, STATUS_SUCCESS, sizeof(int));
    case SET_SPEED:
        if (irp->Length < sizeof(int))
            return finish(irp, STATUS_INVALID_PARAMETER, 0);
        e->speed = irp->Length;
        return finish(irp, STATUS_SUCCESS, 0);
    case RESET:
        e->resets++;
        e->speed = 0;
        return finish(irp, STATUS_SUCCESS, 0);
    default:
#ifdef BROKEN
        finish(irp, STATUS_INVALID_PARAMETER, 0);
#endif
        break;
    }
    return finish(irp, STATUS_UNSUCCESSFUL, 0);
}

static NTSTATUS dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    struct extension *e = device->DeviceExtension;

    switch (irp->Major) {
    case IRP_MJ_CREATE:
        if (e->opened)
            return finish(irp, STATUS_UNSUCCESSFUL, 0);
        e->opened = 1;
        return finish(irp, STATUS_SUCCESS, 0);
    case IRP_MJ_CLOSE:
        e->opened = 0;
        return finish(irp, STATUS_SUCCESS, 0);
    case IRP_MJ_CONTROL:
        return control(e, irp);
    case IRP_MJ_POWER:
        return IofCallDriver(device->Lower, irp);
    default:
        return finish(irp, STATUS_INVALID_PARAMETER, 0);
    }
}

int main(void)
{
    static struct extension e;
    static DEVICE_OBJECT lower, device;
    IRP irp;

    device.Lower = &lower;
    device.DeviceExtension = &e;
    irp.Major = any();
    irp.Minor = any();
    irp.Length = __VERIFIER_nondet_uint();
    dispatch(&device, &irp);
    return 0;
}
