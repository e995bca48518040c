/* rule: wdm/PoolTag
 * verdict: proved
 * mutant: violated (a clean sector is given back although the cache kept it)
 *
 * One cached sector; another one replaces it.
 */
#include "wdm.h"

enum { TAG = 0x74636553 };

static void *cached;
static int number, dirty, writes;

static void write_back(void)
{
    if (dirty)
        writes++;
    dirty = 0;
}

static void evict(void)
{
    if (!cached)
        return;
    write_back();
    ExFreePoolWithTag(cached, TAG);
    cached = NULL;
}

static NTSTATUS load(int sector)
{
    void *fresh;

    if (cached && number == sector)
        return STATUS_SUCCESS;
    fresh = ExAllocatePoolWithTag(0, 512, TAG);
    if (!fresh)
        return STATUS_NO_MEMORY;
    evict();
    cached = fresh;
    number = sector;
#ifdef BROKEN
    if (sector == 0)
        ExFreePoolWithTag(fresh, TAG);
#endif
    return STATUS_SUCCESS;
}

int main(void)
{
    if (NT_SUCCESS(load(any())))
        dirty = any();
    load(any());
    evict();
    return writes;
}
