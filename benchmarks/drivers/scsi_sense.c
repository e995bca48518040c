/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (a unit attention is retried after the request was completed)
 *
 * Sense codes decide whether a command is retried, failed or done.
 */
#include "wdm.h"

enum { NO_SENSE, RECOVERED, NOT_READY, MEDIUM, HARDWARE, ILLEGAL, ATTENTION };

struct unit {
    int retries, resets;
    int last_sense;
    int blocks, read_only;
};

static int run_command(struct unit *u)
{
    int sense = any();

    if (sense < NO_SENSE || sense > ATTENTION)
        sense = HARDWARE;
    u->last_sense = sense;
    return sense;
}

static int worth_retrying(struct unit *u, int sense)
{
    if (sense != NOT_READY && sense != ATTENTION)
        return 0;
    return u->retries++ < 4;
}

static NTSTATUS execute(struct unit *u, IRP *irp)
{
    int sense;

    do {
        sense = run_command(u);
#ifdef BROKEN
        if (sense == ATTENTION)
            IoCompleteRequest(irp, 0);
#endif
    } while (worth_retrying(u, sense));
    switch (sense) {
    case NO_SENSE:
    case RECOVERED:
        irp->IoStatus.Status = STATUS_SUCCESS;
        break;
    case ILLEGAL:
        irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
        break;
    default:
        irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
        u->resets++;
    }
    IoCompleteRequest(irp, 0);
    return sense <= RECOVERED ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}

static int validate(struct unit *u, IRP *irp)
{
    switch (irp->Major) {
    case IRP_MJ_READ:
        return (int)irp->Length <= u->blocks;
    case IRP_MJ_WRITE:
        return !u->read_only && (int)irp->Length <= u->blocks;
    default:
        return 0;
    }
}

static NTSTATUS start_io(struct unit *u, IRP *irp)
{
    if (!validate(u, irp)) {
        irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
        irp->IoStatus.Information = 0;
        IoCompleteRequest(irp, 0);
        return STATUS_INVALID_PARAMETER;
    }
    return execute(u, irp);
}

int main(void)
{
    static struct unit u;
    static IRP irp;

    u.blocks = any();
    u.read_only = any();
    irp.Major = any();
    irp.Length = __VERIFIER_nondet_uint();
    return NT_SUCCESS(start_io(&u, &irp)) ? 0 : u.resets;
}
