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

static int hits, misses, errors;

static int check(int sector)
{
    if (sector < 0 || sector >= 2880)
        return 0;
    if (sector == number)
        hits++;
    else
        misses++;
    return 1;
}

static NTSTATUS write(int sector, int value)
{
    NTSTATUS status;

    if (!check(sector)) {
        errors++;
        return STATUS_INVALID_PARAMETER;
    }
    status = load(sector);
    if (!NT_SUCCESS(status)) {
        errors++;
        return status;
    }
    dirty = value != 0;
    if (errors > 2)
        write_back();
    return STATUS_SUCCESS;
}

static int worth_keeping(void)
{
    return hits > misses && !errors;
}

int main(void)
{
    write(any(), any());
    if (!worth_keeping())
        load(any());
    evict();
    return writes;
}
