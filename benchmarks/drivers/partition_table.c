/* rule: wdm/IrqlExAllocatePool
 * verdict: proved
 * mutant: violated (a logical partition is read with the level raised)
 *
 * Reading a partition table: a paged buffer below, a non-paged one above.
 */
#include "wdm.h"

enum { NonPaged = 0, Paged = 1 };

struct disk {
    unsigned partitions, logical;
    unsigned bad;
    int signature, style;
};

static NTSTATUS read_primary(struct disk *d)
{
    void *buffer = ExAllocatePool(Paged, 512);

    if (!buffer)
        return STATUS_NO_MEMORY;
    d->partitions = any() & 3;
    return STATUS_SUCCESS;
}

static NTSTATUS read_logical(struct disk *d)
{
    void *buffer = ExAllocatePool(Paged, 1024);

    if (!buffer)
        return STATUS_NO_MEMORY;
    d->logical++;
    return STATUS_SUCCESS;
}

static NTSTATUS publish(struct disk *d)
{
    KIRQL old;
    void *entry;
    NTSTATUS status = STATUS_SUCCESS;

    KeRaiseIrql(2, &old);
    entry = ExAllocatePool(NonPaged, 64);
    if (!entry)
        status = STATUS_NO_MEMORY;
#ifdef BROKEN
    else if (d->partitions == 3)
        status = read_logical(d);
#endif
    KeLowerIrql(old);
    return status;
}

enum { UNKNOWN_STYLE, MASTER_BOOT, GUID };

static NTSTATUS classify(struct disk *d, int signature, int first_type)
{
    d->signature = signature;
    if (signature != 0xaa55) {
        d->bad++;
        return STATUS_UNSUCCESSFUL;
    }
    d->style = first_type == 0xee ? GUID : MASTER_BOOT;
    return STATUS_SUCCESS;
}

static NTSTATUS read_table(struct disk *d)
{
    NTSTATUS status = read_primary(d);

    if (!NT_SUCCESS(status))
        return status;
    status = classify(d, any(), any());
    if (NT_SUCCESS(status) && d->style == MASTER_BOOT && d->partitions == 3)
        status = read_logical(d);
    return status;
}

int main(void)
{
    static struct disk d;
    NTSTATUS status = read_table(&d);

    if (NT_SUCCESS(status))
        status = publish(&d);
    return NT_SUCCESS(status) ? d.logical : d.bad;
}
