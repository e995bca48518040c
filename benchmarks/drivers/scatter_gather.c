/* rule: wdm/Mdl
 * verdict: proved
 * mutant: violated (a failed header frees the description of the data while it is locked)
 *
 * Two buffers described at the same time, header and data.
 */
#include "wdm.h"

struct packet {
    char header[16], data[64];
    unsigned sent, drops;
    int priority, checksum;
};

static NTSTATUS push(struct MDL *header, struct MDL *data, struct packet *p)
{
    if (!MmGetSystemAddressForMdl(header))
        return STATUS_NO_MEMORY;
    if (!MmGetSystemAddressForMdl(data))
        return STATUS_NO_MEMORY;
    p->sent++;
    return STATUS_SUCCESS;
}

static NTSTATUS send(struct packet *p)
{
    struct MDL *header, *data;
    NTSTATUS status = STATUS_NO_MEMORY;

    data = IoAllocateMdl(p->data, sizeof p->data);
    if (!data)
        return status;
    MmProbeAndLockPages(data, 0);
    header = IoAllocateMdl(p->header, sizeof p->header);
    if (!header) {
#ifndef BROKEN
        MmUnlockPages(data);
#endif
        IoFreeMdl(data);
        return status;
    }
    MmProbeAndLockPages(header, 0);
    status = push(header, data, p);
    MmUnlockPages(header);
    IoFreeMdl(header);
    MmUnlockPages(data);
    IoFreeMdl(data);
    return status;
}

enum { CONTROL_FRAME = 1, DATA_FRAME = 2 };

static int prepare(struct packet *p, int kind)
{
    switch (kind) {
    case CONTROL_FRAME:
        p->priority = 7;
        p->checksum = 0;
        return 1;
    case DATA_FRAME:
        p->priority = any() & 7;
        p->checksum = 1;
        return 1;
    default:
        p->drops++;
        return 0;
    }
}

static NTSTATUS transmit(struct packet *p, int kind)
{
    NTSTATUS status;

    if (!prepare(p, kind))
        return STATUS_INVALID_PARAMETER;
    status = send(p);
    if (!NT_SUCCESS(status)) {
        p->drops++;
        if (p->priority == 7)
            status = send(p);
    }
    return status;
}

int main(void)
{
    static struct packet p;

    return NT_SUCCESS(transmit(&p, any())) ? p.sent : p.drops;
}
