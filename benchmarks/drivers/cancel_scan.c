/* rule: wdm/CancelSpinLock
 * verdict: proved
 * mutant: violated (the scan stops at a match with the lock still held)
 *
 * Looking for a request to cancel among a few, by number.
 */
#include "wdm.h"

#define MANY 4

static int tags[MANY];
static int cancelled, scans;

static int find(int tag)
{
    KIRQL irql;
    int at = -1;

    scans++;
    IoAcquireCancelSpinLock(&irql);
    for (int i = 0; i < MANY; i++) {
        if (tags[i] != tag)
            continue;
        at = i;
#ifdef BROKEN
        return at;
#endif
        break;
    }
    IoReleaseCancelSpinLock(irql);
    return at;
}

static NTSTATUS cancel(IRP *irp, int tag)
{
    KIRQL irql;
    int at = find(tag);

    if (at < 0)
        return STATUS_INVALID_PARAMETER;
    IoAcquireCancelSpinLock(&irql);
    IoSetCancelRoutine(irp, NULL);
    tags[at] = -1;
    IoReleaseCancelSpinLock(irql);
    cancelled++;
    IoCompleteRequest(irp, 0);
    return STATUS_CANCELLED;
}

static int insert(int tag)
{
    KIRQL irql;
    int status = STATUS_NO_MEMORY;

    if (tag < 0)
        return STATUS_INVALID_PARAMETER;
    IoAcquireCancelSpinLock(&irql);
    for (int i = 0; i < MANY; i++)
        if (tags[i] < 0) {
            tags[i] = tag;
            status = STATUS_SUCCESS;
            break;
        }
    IoReleaseCancelSpinLock(irql);
    return status;
}

static void reset(void)
{
    KIRQL irql;

    IoAcquireCancelSpinLock(&irql);
    for (int i = 0; i < MANY; i++)
        tags[i] = -1;
    cancelled = 0;
    IoReleaseCancelSpinLock(irql);
}

int main(void)
{
    static IRP irp;

    reset();
    if (!NT_SUCCESS(insert(any())))
        return 0;
    insert(any());
    cancel(&irp, any());
    return cancelled;
}
