/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (the last retry leaves the loop between release and acquire)
 *
 * A request is retried with the lock dropped around the hardware.
 */
#include "wdm.h"

struct disk {
    KSPIN_LOCK lock;
    int busy;
    unsigned errors;
    int sectors;
    int spares;
    unsigned remapped;
};

static NTSTATUS hardware(struct disk *d, int sector)
{
    int status = any();

    if (sector < 0 || sector >= d->sectors)
        return STATUS_INVALID_PARAMETER;
    return status < 0 ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS;
}

static NTSTATUS read_sector(struct disk *d, int sector)
{
    KIRQL irql;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    int left = 3;

    KeAcquireSpinLock(&d->lock, &irql);
    d->busy = 1;
    while (left > 0) {
        left--;
        KeReleaseSpinLock(&d->lock, irql);
        status = hardware(d, sector);
#ifdef BROKEN
        if (status == STATUS_INVALID_PARAMETER)
            break;
#endif
        KeAcquireSpinLock(&d->lock, &irql);
        if (NT_SUCCESS(status))
            break;
        d->errors++;
    }
    d->busy = 0;
    KeReleaseSpinLock(&d->lock, irql);
    return status;
}

static NTSTATUS remap(struct disk *d, int sector)
{
    KIRQL irql;
    NTSTATUS status = STATUS_NO_MEMORY;

    if (sector < 0)
        return STATUS_INVALID_PARAMETER;
    KeAcquireSpinLock(&d->lock, &irql);
    if (d->spares > 0) {
        d->spares--;
        d->remapped++;
        status = STATUS_SUCCESS;
    }
    KeReleaseSpinLock(&d->lock, irql);
    return status;
}

static int is_worn(struct disk *d)
{
    KIRQL irql;
    int worn;

    KeAcquireSpinLock(&d->lock, &irql);
    worn = d->errors > 100 || (d->remapped && !d->spares);
    KeReleaseSpinLock(&d->lock, irql);
    return worn;
}

int main(void)
{
    static struct disk d;
    int sector = any();

    d.sectors = any();
    d.spares = 2;
    if (!NT_SUCCESS(read_sector(&d, sector)))
        remap(&d, sector);
    return is_worn(&d);
}
