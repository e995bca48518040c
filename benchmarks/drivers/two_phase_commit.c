/* rule: wdm/PendedCompletedRequest
 * verdict: proved
 * mutant: violated (a request is completed at once though it was pended for a helper)
 *
 * Small requests are answered at once, large ones later.
 */
#include "wdm.h"

struct helper {
    int busy;
    ULONG left;
    int rounds, errors;
};

static struct helper helper;

static NTSTATUS at_once(IRP *irp)
{
    irp->IoStatus.Status = STATUS_SUCCESS;
    irp->IoStatus.Information = irp->Length;
    IoCompleteRequest(irp, 2);
    return STATUS_SUCCESS;
}

static NTSTATUS later(IRP *irp)
{
    IoMarkIrpPending(irp);
    helper.busy = 1;
    helper.left = irp->Length;
#ifdef BROKEN
    if (helper.left < 128)
        at_once(irp);
#endif
    return STATUS_PENDING;
}

static NTSTATUS refuse(IRP *irp, NTSTATUS why)
{
    irp->IoStatus.Status = why;
    irp->IoStatus.Information = 0;
    IoCompleteRequest(irp, 0);
    return why;
}

NTSTATUS Dispatch(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major != IRP_MJ_WRITE)
        return refuse(irp, STATUS_INVALID_PARAMETER);
    if (helper.busy)
        return refuse(irp, STATUS_UNSUCCESSFUL);
    if (irp->Length < 64)
        return at_once(irp);
    return later(irp);
}

static void work(int speed)
{
    if (!helper.busy)
        return;
    helper.rounds++;
    if (speed <= 0) {
        helper.errors++;
        return;
    }
    if (helper.left > (ULONG)speed)
        helper.left -= (ULONG)speed;
    else
        helper.left = 0;
    if (helper.left == 0 || helper.errors > 2)
        helper.busy = 0;
}

static int progress(void)
{
    if (!helper.busy)
        return 100;
    return helper.left > 1000 ? 0 : 50;
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;

    irp.Major = any();
    irp.Length = __VERIFIER_nondet_uint();
    helper.busy = any();
    helper.left = __VERIFIER_nondet_uint();
    work(any());
    if (progress() == 50)
        work(64);
    return Dispatch(&device, &irp) == STATUS_PENDING;
}
