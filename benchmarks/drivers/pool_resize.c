/* rule: wdm/PoolTag
 * verdict: proved
 * mutant: violated (the old table is freed again when the new one cannot be filled)
 *
 * A table that doubles: allocate the new one, move, free the old one.
 */
#include "wdm.h"

enum { TAG = 0x6c626154 };

struct table {
    ULONG capacity, used;
    int failures;
    int limit, rejected;
};

static int move(struct table *t)
{
    return any() >= 0;
}

static NTSTATUS fill(struct table *t)
{
    void *now, *bigger;

    now = ExAllocatePoolWithTag(0, 64, TAG);
    if (!now)
        return STATUS_NO_MEMORY;
    t->capacity = 64;
    while (t->used < 200) {
        if (t->used < t->capacity) {
            t->used += 50;
            continue;
        }
        bigger = ExAllocatePoolWithTag(0, 2 * t->capacity, TAG);
        if (!bigger) {
            t->failures++;
            break;
        }
        ExFreePoolWithTag(now, TAG);
        t->capacity *= 2;
#ifdef BROKEN
        if (!move(t)) {
            ExFreePoolWithTag(bigger, TAG);
            break;
        }
#endif
        now = bigger;
    }
    ExFreePoolWithTag(now, TAG);
    return t->failures ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

static NTSTATUS configure(struct table *t, int kilobytes)
{
    switch (kilobytes) {
    case 1:
    case 2:
    case 4:
        t->limit = kilobytes * 1024;
        return STATUS_SUCCESS;
    default:
        t->rejected++;
        return STATUS_INVALID_PARAMETER;
    }
}

static int pressure(struct table *t)
{
    if (t->failures > 3)
        return 2;
    return t->failures > 0;
}

int main(void)
{
    static struct table t;

    if (!NT_SUCCESS(fill(&t)))
        return pressure(&t);
    return NT_SUCCESS(configure(&t, any())) ? 0 : t.rejected;
}
