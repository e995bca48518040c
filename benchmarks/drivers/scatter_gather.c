/* rule: wdm/Mdl
 * verdict: proved
 * mutant: violated (a failed header frees the description of the data while it is locked)
 *
 * Two buffers described at the same time, header and data.
 */
#include "wdm.h"

struct packet {
    char header[16], data[64];
    int sent;
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

int main(void)
{
    static struct packet p;
    return NT_SUCCESS(send(&p));
}
