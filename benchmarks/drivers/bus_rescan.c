/* rule: wdm/CriticalRegions
 * verdict: proved
 * mutant: violated (a rescan during a rescan acquires the mutex again)
 *
 * Children of a bus are counted again and again until nothing changes.
 */
#include "wdm.h"

static FAST_MUTEX mutex;
static int children, scans, again;

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

int main(void)
{
    do
        again = scan();
    while (again && scans < 10);
    return children;
}
