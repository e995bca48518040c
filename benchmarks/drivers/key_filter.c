/* rule: wdm/LowerDriverReturn
 * verdict: proved
 * mutant: violated (a key that is swallowed hides an error of the keyboard)
 *
 * A filter above a keyboard that counts and sometimes changes what it sees.
 */
#include "wdm.h"

struct keys {
    unsigned pressed, swallowed;
    int caps;
    int repeat, last;
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

static int is_repeat(struct keys *k, int code)
{
    if (code == k->last) {
        k->repeat++;
        return k->repeat > 2;
    }
    k->last = code;
    k->repeat = 0;
    return 0;
}

static void set_leds(struct keys *k, int leds)
{
    if (leds & ~7)
        return;
    if (k->caps != ((leds & 4) != 0))
        k->caps = (leds & 4) != 0;
}

NTSTATUS DispatchAll(DEVICE_OBJECT *device, IRP *irp)
{
    struct keys *k = device->DeviceExtension;

    if (irp->Major == IRP_MJ_CONTROL)
        set_leds(k, irp->Minor);
    else if (is_repeat(k, irp->Minor))
        k->pressed = 0;
    return Dispatch(device, irp);
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
    k.last = any();
    return DispatchAll(&device, &irp) >= 0;
}
