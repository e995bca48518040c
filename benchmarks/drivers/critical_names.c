/* rule: wdm/CriticalRegions
 * verdict: proved
 * mutant: violated (a name that is too long leaves the region with the mutex)
 *
 * A table of names behind a mutex that needs a critical region around it.
 */
#include "wdm.h"

#define NAMES 16

static FAST_MUTEX mutex;
static int lengths[NAMES];
static int used;

static void lock(void)
{
    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
}

static void unlock(void)
{
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
}

static NTSTATUS add(int length)
{
    NTSTATUS status = STATUS_SUCCESS;

    lock();
    if (length <= 0) {
        status = STATUS_INVALID_PARAMETER;
    } else if (length > 255) {
#ifdef BROKEN
        KeLeaveCriticalRegion();
        return STATUS_INVALID_PARAMETER;
#else
        status = STATUS_INVALID_PARAMETER;
#endif
    } else if (used == NAMES) {
        status = STATUS_NO_MEMORY;
    } else {
        lengths[used & (NAMES - 1)] = length;
        used++;
    }
    unlock();
    return status;
}

static int longest(void)
{
    int best = 0;

    lock();
    for (int i = 0; i < used && i < NAMES; i++)
        if (lengths[i] > best)
            best = lengths[i];
    unlock();
    return best;
}

static NTSTATUS remove_last(int *length)
{
    NTSTATUS status = STATUS_UNSUCCESSFUL;

    lock();
    if (used > 0) {
        used--;
        *length = lengths[used & (NAMES - 1)];
        status = STATUS_SUCCESS;
    }
    unlock();
    return status;
}

static NTSTATUS control(int code, int argument)
{
    int length = 0;
    NTSTATUS status;

    switch (code) {
    case 0:
        return add(argument);
    case 1:
        status = remove_last(&length);
        if (NT_SUCCESS(status) && length > argument)
            status = STATUS_INVALID_PARAMETER;
        return status;
    case 2:
        return longest() > argument ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

int main(void)
{
    while (NT_SUCCESS(control(any(), any())))
        if (longest() > 100)
            break;
    return used;
}
