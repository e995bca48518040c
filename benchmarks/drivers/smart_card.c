/* rule: wdm/MarkIrpPending
 * verdict: proved
 * mutant: violated (a card that is absent is waited for without marking the request)
 *
 * Waiting for a card: pend until it is there, answer at once if it is.
 */
#include "wdm.h"

enum { ABSENT, PRESENT, POWERED };

static int card, waiting;

static NTSTATUS wait_for(int state, IRP *irp)
{
    if (card == state)
        return STATUS_SUCCESS;
    if (waiting)
        return STATUS_UNSUCCESSFUL;
    waiting = 1;
#ifdef BROKEN
    if (card != ABSENT)
#endif
    IoMarkIrpPending(irp);
    return STATUS_PENDING;
}

NTSTATUS DispatchRoutine(DEVICE_OBJECT *device, IRP *irp)
{
    if (irp->Major != IRP_MJ_CONTROL)
        return STATUS_INVALID_PARAMETER;
    switch (irp->Minor) {
    case 1:
        return wait_for(PRESENT, irp);
    case 2:
        return wait_for(ABSENT, irp);
    case 3:
        if (card == ABSENT)
            return STATUS_UNSUCCESSFUL;
        card = POWERED;
        return STATUS_SUCCESS;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

struct slot {
    int protocol, clock;
    int retries;
};

static struct slot slot;

static NTSTATUS negotiate(int offered)
{
    switch (offered & 0x0f) {
    case 0:
        slot.protocol = 0;
        slot.clock = 372;
        return STATUS_SUCCESS;
    case 1:
        slot.protocol = 1;
        slot.clock = offered & 0x10 ? 186 : 372;
        return STATUS_SUCCESS;
    default:
        slot.retries++;
        return STATUS_INVALID_PARAMETER;
    }
}

static int is_stuck(void)
{
    return slot.retries > 3 && card != POWERED;
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;

    card = any();
    if (!NT_SUCCESS(negotiate(any())))
        return is_stuck();
    irp.Major = IRP_MJ_CONTROL;
    for (int i = 0; i < 4; i++) {
        irp.Minor = any();
        if (DispatchRoutine(&device, &irp) == STATUS_PENDING)
            card = PRESENT;
    }
    return card;
}
