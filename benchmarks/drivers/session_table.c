/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (closing an idle session releases what only busy ones hold)
 *
 * A session holds the remove lock while it is busy.
 */
#include "wdm.h"

enum { IDLE, BUSY, CLOSED };

struct session {
    int state;
    unsigned errors, requests;
    ULONG bytes;
};

static int lock;

static void begin(struct session *s, IRP *irp)
{
    if (s->state != IDLE)
        return;
    if (NT_SUCCESS(IoAcquireRemoveLock(&lock, irp)))
        s->state = BUSY;
    else
        s->errors++;
}

static void end(struct session *s, IRP *irp)
{
    if (s->state != BUSY)
        return;
    IoReleaseRemoveLock(&lock, irp);
    s->state = IDLE;
}

static NTSTATUS check_length(IRP *irp)
{
    if (irp->Length == 0 || irp->Length > 4096)
        return STATUS_INVALID_PARAMETER;
    return irp->Cancel ? STATUS_CANCELLED : STATUS_SUCCESS;
}

static NTSTATUS transfer(struct session *s, IRP *irp)
{
    NTSTATUS status;

    if (s->state != BUSY)
        return STATUS_UNSUCCESSFUL;
    status = check_length(irp);
    if (NT_SUCCESS(status)) {
        s->requests++;
        s->bytes += irp->Length;
    }
    irp->IoStatus.Status = status;
    return status;
}

static void close(struct session *s, IRP *irp)
{
#ifdef BROKEN
    if (s->state != CLOSED)
        IoReleaseRemoveLock(&lock, irp);
#else
    end(s, irp);
#endif
    s->state = CLOSED;
}

static void serve(struct session *s, IRP *irp, int n)
{
    for (; n > 0; n--) {
        switch (any() & 3) {
        case 0:
            begin(s, irp);
            break;
        case 1:
            irp->Length = __VERIFIER_nondet_uint();
            if (!NT_SUCCESS(transfer(s, irp)))
                s->errors++;
            break;
        default:
            end(s, irp);
        }
    }
}

int main(void)
{
    static struct session s;
    static IRP irp;

    serve(&s, &irp, any());
    close(&s, &irp);
    return s.errors ? s.errors : s.requests;
}
