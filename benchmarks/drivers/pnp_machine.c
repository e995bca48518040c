/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (stopping a device that never started completes and passes on)
 *
 * The states of a plug-and-play device and the requests that change them.
 */
#include "wdm.h"

enum { NOT_STARTED, STARTED, STOP_PENDING, STOPPED, REMOVED };
enum { START, QUERY_STOP, STOP, CANCEL_STOP, REMOVE };

static int state, bad;

static NTSTATUS fail(IRP *irp)
{
    bad++;
    irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
    IoCompleteRequest(irp, 0);
    return STATUS_INVALID_PARAMETER;
}

static NTSTATUS pnp(DEVICE_OBJECT *lower, IRP *irp)
{
    switch (irp->Minor) {
    case START:
        if (state == REMOVED)
            return fail(irp);
        state = STARTED;
        break;
    case QUERY_STOP:
        if (state != STARTED)
            return fail(irp);
        state = STOP_PENDING;
        break;
    case CANCEL_STOP:
        if (state == STOP_PENDING)
            state = STARTED;
        break;
    case STOP:
        if (state != STOP_PENDING) {
#ifdef BROKEN
            fail(irp);
            break;
#else
            return fail(irp);
#endif
        }
        state = STOPPED;
        break;
    case REMOVE:
        state = REMOVED;
        break;
    default:
        return fail(irp);
    }
    return IofCallDriver(lower, irp);
}

static int power_level, wakes;

static NTSTATUS power(DEVICE_OBJECT *lower, IRP *irp)
{
    int wanted = irp->Minor & 3;

    if (state == REMOVED)
        return fail(irp);
    if (wanted > power_level && state == STARTED)
        wakes++;
    power_level = wanted;
    return IofCallDriver(lower, irp);
}

static NTSTATUS dispatch(DEVICE_OBJECT *lower, IRP *irp)
{
    switch (irp->Major) {
    case IRP_MJ_PNP:
        return pnp(lower, irp);
    case IRP_MJ_POWER:
        return power(lower, irp);
    default:
        return fail(irp);
    }
}

int main(void)
{
    static DEVICE_OBJECT lower;
    static IRP irp;

    state = any();
    irp.Major = any();
    irp.Minor = any();
    return NT_SUCCESS(dispatch(&lower, &irp)) ? state : bad;
}
