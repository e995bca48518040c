/* rule: wdm/MarkIrpPending
 * verdict: proved
 * mutant: violated (a request that finds the queue full is marked all the same)
 *
 * Requests are queued in a ring; what cannot be queued fails at once.
 */
#include "wdm.h"

#define SLOTS 8

struct queue {
    ULONG slot[SLOTS];
    unsigned head, tail;
    int stopped;
};

static struct queue q;

static int is_full(void)
{
    return q.head - q.tail == SLOTS;
}

static int acceptable(IRP *irp)
{
    if (irp->Major == IRP_MJ_READ)
        return irp->Length != 0;
    if (irp->Major == IRP_MJ_WRITE)
        return irp->Length != 0 && irp->Length < 4096;
    return 0;
}

static void enqueue(IRP *irp)
{
    q.slot[q.head % SLOTS] = irp->Length;
    q.head++;
}

NTSTATUS DispatchRoutine(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status;

    if (q.stopped)
        return STATUS_CANCELLED;
    if (!acceptable(irp)) {
        irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
        return STATUS_INVALID_PARAMETER;
    }
#ifdef BROKEN
    IoMarkIrpPending(irp);
#endif
    if (is_full()) {
        status = STATUS_UNSUCCESSFUL;
    } else {
#ifndef BROKEN
        IoMarkIrpPending(irp);
#endif
        enqueue(irp);
        status = STATUS_PENDING;
    }
    return status;
}

static void timer(void)
{
    if (q.tail != q.head)
        q.tail++;
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;

    q.head = __VERIFIER_nondet_uint();
    q.tail = q.head - (__VERIFIER_nondet_uint() & 15);
    irp.Major = any();
    irp.Length = __VERIFIER_nondet_uint();
    DispatchRoutine(&device, &irp);
    timer();
    DispatchRoutine(&device, &irp);
    return 0;
}
