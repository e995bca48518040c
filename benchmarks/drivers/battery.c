/* rule: wdm/LowerDriverReturn
 * verdict: proved
 * mutant: violated (an empty battery turns success of the lower driver into failure)
 *
 * Power requests go down; what the battery says only changes counters.
 */
#include "wdm.h"

struct battery {
    int charge;
    unsigned warnings;
    int state;
    unsigned cycles;
    int charging;
};

static int level(struct battery *b)
{
    if (b->charge <= 0)
        return 0;
    if (b->charge < 20)
        return 1;
    return b->charge < 80 ? 2 : 3;
}

static NTSTATUS set_state(DEVICE_OBJECT *device, IRP *irp)
{
    struct battery *b = device->DeviceExtension;
    int wanted = irp->Minor & 3;
    NTSTATUS status;

    if (wanted == b->state) {
        irp->IoStatus.Status = STATUS_SUCCESS;
        IoCompleteRequest(irp, 0);
        return STATUS_SUCCESS;
    }
    status = IofCallDriver(device->Lower, irp);
    if (NT_SUCCESS(status)) {
        b->state = wanted;
        if (level(b) < 2)
            b->warnings++;
#ifdef BROKEN
        if (level(b) == 0)
            return STATUS_UNSUCCESSFUL;
#endif
    }
    return status;
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    switch (irp->Major) {
    case IRP_MJ_POWER:
        return set_state(device, irp);
    case IRP_MJ_CREATE:
    case IRP_MJ_CLOSE:
        IoCompleteRequest(irp, 0);
        return STATUS_SUCCESS;
    default:
        return IofCallDriver(device->Lower, irp);
    }
}

static void tick(struct battery *b, int minutes)
{
    int most = 100 - b->charge;

    if (b->charging) {
        b->charge += minutes < most ? minutes : most;
        if (b->charge >= 100)
            b->charging = 0;
    } else {
        b->charge -= minutes < b->charge ? minutes : b->charge;
    }
}

static void plug(struct battery *b, int in)
{
    if (in && !b->charging)
        b->cycles++;
    b->charging = in != 0;
}

int main(void)
{
    static struct battery b;
    static DEVICE_OBJECT lower, device;
    static IRP irp;

    device.Lower = &lower;
    device.DeviceExtension = &b;
    b.charge = any() & 127;
    b.state = any();
    plug(&b, any());
    tick(&b, 60);
    irp.Major = any();
    irp.Minor = any();
    return Dispatch(&device, &irp) >= 0;
}
