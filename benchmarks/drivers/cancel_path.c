/* rule: wdm/CancelSpinLock
 * verdict: proved
 * mutant: violated (a cancelled request is completed before the lock is released)
 *
 * Queueing a request races with its cancellation; the cancel lock decides.
 */
#include "wdm.h"

struct extension {
    IRP *current;
    unsigned queued, cancelled;
    int paused;
};

static void cancel_routine(struct extension *e, IRP *irp)
{
    e->cancelled++;
    irp->IoStatus.Status = STATUS_CANCELLED;
    irp->IoStatus.Information = 0;
    IoCompleteRequest(irp, 0);
}

static NTSTATUS start_packet(struct extension *e, IRP *irp)
{
    KIRQL irql;

    IoAcquireCancelSpinLock(&irql);
    if (irp->Cancel) {
#ifdef BROKEN
        cancel_routine(e, irp);
        IoReleaseCancelSpinLock(irql);
#else
        IoReleaseCancelSpinLock(irql);
        cancel_routine(e, irp);
#endif
        return STATUS_CANCELLED;
    }
    IoSetCancelRoutine(irp, (void *)1);
    e->current = irp;
    e->queued++;
    IoReleaseCancelSpinLock(irql);
    return STATUS_PENDING;
}

static void finish_packet(struct extension *e, NTSTATUS status)
{
    KIRQL irql;
    IRP *irp;

    IoAcquireCancelSpinLock(&irql);
    irp = e->current;
    e->current = NULL;
    if (!irp) {
        IoReleaseCancelSpinLock(irql);
        return;
    }
    IoSetCancelRoutine(irp, NULL);
    IoReleaseCancelSpinLock(irql);
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 1);
}

static NTSTATUS pause(struct extension *e, int on)
{
    KIRQL irql;
    NTSTATUS status = STATUS_SUCCESS;

    IoAcquireCancelSpinLock(&irql);
    if (on && e->paused)
        status = STATUS_UNSUCCESSFUL;
    else
        e->paused = on != 0;
    IoReleaseCancelSpinLock(irql);
    return status;
}

static int is_idle(struct extension *e)
{
    KIRQL irql;
    int idle;

    IoAcquireCancelSpinLock(&irql);
    idle = !e->current && !e->paused;
    IoReleaseCancelSpinLock(irql);
    return idle;
}

int main(void)
{
    static struct extension e;
    static IRP irp;

    irp.Cancel = any();
    if (!NT_SUCCESS(pause(&e, any())))
        return 1;
    if (is_idle(&e) && start_packet(&e, &irp) == STATUS_PENDING)
        finish_packet(&e, STATUS_SUCCESS);
    finish_packet(&e, STATUS_UNSUCCESSFUL);
    return e.cancelled > 0;
}
