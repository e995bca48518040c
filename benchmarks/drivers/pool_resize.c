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

int main(void)
{
    static struct table t;
    return NT_SUCCESS(fill(&t));
}
