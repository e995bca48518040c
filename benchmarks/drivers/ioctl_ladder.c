/* rule: wdm/PendedCompletedRequest
 * verdict: proved
 * mutant: violated (a wait that times out is completed and still reported as pending)
 *
 * Waiting for an event of the device, at once if it has happened already.
 */
#include "wdm.h"

struct events {
    unsigned happened;
    int waiting;
    int timeouts;
    int mask, priority;
};

static struct events events;

static NTSTATUS done(IRP *irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    irp->IoStatus.Information = (ULONG_PTR)events.happened;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS wait_event(IRP *irp)
{
    if (events.happened > 0) {
        events.happened--;
        return done(irp, STATUS_SUCCESS);
    }
    if (events.waiting)
        return done(irp, STATUS_UNSUCCESSFUL);
    if (irp->Length == 0) {
        events.timeouts++;
#ifdef BROKEN
        done(irp, STATUS_CANCELLED);
        return events.timeouts > 1 ? STATUS_CANCELLED : STATUS_PENDING;
#else
        return done(irp, STATUS_CANCELLED);
#endif
    }
    events.waiting = 1;
    IoMarkIrpPending(irp);
    return STATUS_PENDING;
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major != IRP_MJ_CONTROL)
        return done(irp, STATUS_INVALID_PARAMETER);
    if (irp->Minor == 1)
        return wait_event(irp);
    if (irp->Minor == 2) {
        events.happened++;
        return done(irp, STATUS_SUCCESS);
    }
    return done(irp, STATUS_INVALID_PARAMETER);
}

static NTSTATUS set_mask(IRP *irp)
{
    int mask = (int)irp->Length;

    if (mask & ~0xff)
        return done(irp, STATUS_INVALID_PARAMETER);
    if (events.waiting && !mask)
        return done(irp, STATUS_UNSUCCESSFUL);
    events.mask = mask;
    return done(irp, STATUS_SUCCESS);
}

static int is_masked(int event)
{
    if (event < 0 || event > 7)
        return 1;
    return (events.mask & 1 << event) == 0;
}

NTSTATUS DispatchExtra(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major == IRP_MJ_CONTROL && irp->Minor == 3)
        return set_mask(irp);
    if (irp->Major == IRP_MJ_CONTROL && irp->Minor == 4) {
        events.priority = is_masked(events.priority) ? 0 : events.priority + 1;
        return done(irp, STATUS_SUCCESS);
    }
    return Dispatch(device, irp);
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;

    events.happened = __VERIFIER_nondet_uint();
    events.waiting = any();
    irp.Major = any();
    irp.Minor = any();
    irp.Length = __VERIFIER_nondet_uint();
    return DispatchExtra(&device, &irp) == STATUS_PENDING;
}
