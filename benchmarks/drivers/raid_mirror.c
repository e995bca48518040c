/* rule: wdm/CompleteRequest
 * verdict: proved
 * mutant: violated (when both halves fail the request is completed by each of them)
 *
 * A write goes to two halves of a mirror; the slower one completes the request.
 */
#include "wdm.h"

struct mirror {
    int pending;
    int degraded;
    NTSTATUS status;
};

static void half_done(struct mirror *m, IRP *irp, NTSTATUS status)
{
    if (!NT_SUCCESS(status)) {
        m->degraded++;
        if (m->degraded == 2)
            m->status = status;
    }
    m->pending--;
#ifdef BROKEN
    if (m->pending == 0 || !NT_SUCCESS(m->status)) {
#else
    if (m->pending == 0) {
#endif
        irp->IoStatus.Status = m->status;
        IoCompleteRequest(irp, 0);
    }
}

static NTSTATUS half_write(int half)
{
    int outcome = any();
    return outcome == half ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS;
}

static NTSTATUS mirror_write(struct mirror *m, IRP *irp)
{
    m->pending = 2;
    m->degraded = 0;
    m->status = STATUS_SUCCESS;
#ifdef BROKEN
    m->degraded = any() == 3;
#endif
    half_done(m, irp, half_write(0));
    half_done(m, irp, half_write(1));
    return m->status;
}

int main(void)
{
    static struct mirror m;
    static IRP irp;
    return NT_SUCCESS(mirror_write(&m, &irp));
}
