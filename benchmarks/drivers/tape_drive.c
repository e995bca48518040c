/* rule: wdm/MarkIrpPending
 * verdict: proved
 * mutant: violated (rewinding returns the status of the motor instead of STATUS_PENDING)
 *
 * Slow commands are pended, fast ones answered; a motor may refuse either.
 */
#include "wdm.h"

enum { REWIND = 1, READ_STATUS, EJECT };

struct tape {
    int position, ejected;
    int commands;
};

static struct tape tape;

static NTSTATUS motor(int command)
{
    int state = any();

    if (tape.ejected)
        return STATUS_UNSUCCESSFUL;
    if (state < 0)
        return STATUS_INVALID_PARAMETER;
    tape.commands++;
    return STATUS_SUCCESS;
}

NTSTATUS DispatchRoutine(DEVICE_OBJECT *device, IRP *irp)
{
    NTSTATUS status;

    switch (irp->Minor) {
    case REWIND:
        status = motor(REWIND);
        if (!NT_SUCCESS(status))
            return status;
        IoMarkIrpPending(irp);
        tape.position = 0;
#ifdef BROKEN
        return status;
#else
        return STATUS_PENDING;
#endif
    case READ_STATUS:
        irp->IoStatus.Information = tape.position;
        return STATUS_SUCCESS;
    case EJECT:
        status = motor(EJECT);
        if (NT_SUCCESS(status))
            tape.ejected = 1;
        return status;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;
    int n = any();

    while (n-- > 0) {
        irp.Minor = any();
        DispatchRoutine(&device, &irp);
    }
    return tape.commands;
}
