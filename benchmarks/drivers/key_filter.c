/* rule: wdm/LowerDriverReturn
 * verdict: proved
 * mutant: violated (a key that is swallowed hides an error of the keyboard)
 *
 * A filter above a keyboard that counts and sometimes changes what it sees.
 */
#include "wdm.h"

struct keys {
    int pressed, swallowed;
    int caps;
};

static int translate(struct keys *k, int code)
{
    if (code == 58) {
        k->caps = !k->caps;
        k->swallowed++;
        return 0;
    }
    if (code >= 16 && code < 50 && k->caps)
        return code | 0x80;
    k->pressed++;
    return code;
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    struct keys *k = device->DeviceExtension;
    NTSTATUS status, result;
    int code;

    if (irp->Major != IRP_MJ_READ)
        return IofCallDriver(device->Lower, irp);
    status = IofCallDriver(device->Lower, irp);
    result = status;
    code = translate(k, irp->Minor);
    if (code != 0)
        irp->Minor = code;
#ifdef BROKEN
    else
        result = STATUS_SUCCESS;
#endif
    if (NT_SUCCESS(status) && k->swallowed > 3)
        k->swallowed = 0;
    return result;
}

int main(void)
{
    static struct keys k;
    static DEVICE_OBJECT lower, device;
    static IRP irp;

    device.Lower = &lower;
    device.DeviceExtension = &k;
    irp.Major = any();
    irp.Minor = any();
    k.caps = any();
    return Dispatch(&device, &irp) >= 0;
}
