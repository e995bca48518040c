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
    unsigned commands;
    int blocks, density;
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

static NTSTATUS set_density(int code)
{
    switch (code) {
    case 0x13:
        tape.density = 1;
        tape.blocks = 20000;
        return STATUS_SUCCESS;
    case 0x25:
        tape.density = 2;
        tape.blocks = 90000;
        return STATUS_SUCCESS;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

static int remaining(void)
{
    if (tape.ejected || tape.position > tape.blocks)
        return 0;
    return tape.blocks - tape.position;
}

int main(void)
{
    static DEVICE_OBJECT device;
    static IRP irp;
    int n = any();

    if (!NT_SUCCESS(set_density(any())))
        return 1;
    for (; n > 0; n--) {
        irp.Minor = any();
        DispatchRoutine(&device, &irp);
    }
    return remaining() ? tape.commands : 0;
}
