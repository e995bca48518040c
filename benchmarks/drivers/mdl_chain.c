/* rule: wdm/Mdl
 * verdict: proved
 * mutant: violated (a buffer of no length is mapped without its pages locked)
 *
 * A direct transfer: describe, lock, map, copy, and everything back.
 */
#include "wdm.h"

struct transfer {
    char *buffer;
    ULONG length;
    ULONG done;
    int retries;
};

static int copy(char *to, struct transfer *t)
{
    int chunk = any();
    if (!to || chunk < 0)
        return -1;
    t->done += chunk & 0x3f;
    return 0;
}

static NTSTATUS run(struct transfer *t)
{
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    struct MDL *mdl = IoAllocateMdl(t->buffer, t->length);
    char *mapped;

    if (!mdl)
        return STATUS_NO_MEMORY;
#ifdef BROKEN
    if (t->length)
#endif
    MmProbeAndLockPages(mdl, 0);
    mapped = MmGetSystemAddressForMdl(mdl);
    if (!mapped)
        goto unlock;
    while (t->done < t->length)
        if (copy(mapped, t) < 0)
            goto unlock;
    status = STATUS_SUCCESS;
unlock:
    MmUnlockPages(mdl);
    IoFreeMdl(mdl);
    return status;
}

static NTSTATUS check(struct transfer *t)
{
    if (!t->buffer)
        return STATUS_INVALID_PARAMETER;
    if (t->length > 64)
        return STATUS_INVALID_PARAMETER;
    return t->done > t->length ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS;
}

static NTSTATUS read(struct transfer *t)
{
    NTSTATUS status = check(t);

    if (!NT_SUCCESS(status))
        return status;
    status = run(t);
    if (status == STATUS_NO_MEMORY && t->retries < 1) {
        t->retries++;
        t->done = 0;
        status = run(t);
    }
    return status;
}

int main(void)
{
    static char buffer[64];
    static struct transfer t;

    t.buffer = buffer;
    t.length = __VERIFIER_nondet_uint();
    return NT_SUCCESS(read(&t));
}
