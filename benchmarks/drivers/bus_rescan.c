/* rule: wdm/CriticalRegions
 * verdict: proved
 * mutant: violated (a rescan during a rescan acquires the mutex again)
 *
 * Children of a bus are counted again and again until nothing changes.
 */
#include "wdm.h"

static FAST_MUTEX mutex;
static int children, again;
static unsigned scans;

static int count(void)
{
    int n = any();

    if (n < 0)
        n = 0;
    return n & 7;
}

static int scan(void)
{
    int before, changed;

    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
    before = children;
    children = count();
    scans++;
    changed = before != children;
#ifdef BROKEN
    if (changed && scans > 3)
        ExAcquireFastMutexUnsafe(&mutex);
#endif
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
    return changed;
}

static int reserve(int slots)
{
    int got = 0;

    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
    if (children > 16 - slots)
        goto out;
    while (got < slots) {
        children++;
        got++;
    }
out:
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
    return got;
}

static void drop(int slots)
{
    if (slots <= 0)
        return;
    KeEnterCriticalRegion();
    ExAcquireFastMutexUnsafe(&mutex);
    children = children > slots ? children - slots : 0;
    ExReleaseFastMutexUnsafe(&mutex);
    KeLeaveCriticalRegion();
}

static int hotplug(int event)
{
    switch (event & 3) {
    case 0:
        return reserve(1);
    case 1:
        drop(1);
        return 1;
    case 2:
        return scan();
    default:
        return 0;
    }
}

int main(void)
{
    int events = any();

    do
        again = scan();
    while (again && scans < 10);
    for (; events > 0; events--)
        if (!hotplug(any()))
            break;
    return children;
}
