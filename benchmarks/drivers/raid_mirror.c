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
    int preferred, resyncs;
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

static int choose(struct mirror *m, int load_first, int load_second)
{
    if (m->degraded > 0)
        return m->preferred;
    if (load_first == load_second)
        m->preferred = !m->preferred;
    else
        m->preferred = load_first > load_second;
    return m->preferred;
}

static NTSTATUS mirror_read(struct mirror *m, IRP *irp)
{
    int half = choose(m, any(), any());
    NTSTATUS status = half_write(half);

    if (!NT_SUCCESS(status)) {
        m->resyncs++;
        status = half_write(!half);
    }
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

int main(void)
{
    static struct mirror m;
    static IRP irp;

    irp.Major = any();
    if (irp.Major == IRP_MJ_READ)
        return NT_SUCCESS(mirror_read(&m, &irp));
    return NT_SUCCESS(mirror_write(&m, &irp));
}
