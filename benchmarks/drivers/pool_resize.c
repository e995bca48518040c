/* rule: wdm/PoolTag
 * verdict: proved
 * mutant: violated (the old table is freed again when the new one cannot be filled)
 *
 * A table that doubles: allocate the new one, move, free the old one.
 */
#include "wdm.h"

enum { TAG = 0x6c626154, FIRST = 64, FULL = 200, STEP = 50 };

struct table {
    ULONG capacity, used;
    unsigned failures, moved;
};

static int move(struct table *t)
{
    if (any() < 0) {
        t->failures++;
        return 0;
    }
    t->moved++;
    return 1;
}

static NTSTATUS fill(struct table *t)
{
    void *now, *bigger;

    now = ExAllocatePoolWithTag(0, FIRST, TAG);
    if (!now)
        return STATUS_NO_MEMORY;
    t->capacity = FIRST;
    while (t->used < FULL) {
        if (t->used < t->capacity) {
            t->used += STEP;
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

static NTSTATUS report(struct table *t, IRP *irp)
{
    ULONG left = t->capacity > t->used ? t->capacity - t->used : 0;

    if (irp->Length < 2 * sizeof(ULONG))
        return STATUS_INVALID_PARAMETER;
    irp->IoStatus.Information = left;
    if (left > t->used / 2)
        t->moved = 0;
    return STATUS_SUCCESS;
}

int main(void)
{
    static struct table t;
    static IRP irp;
    NTSTATUS status;

    status = fill(&t);
    if (!NT_SUCCESS(status))
        return t.failures;
    irp.Length = __VERIFIER_nondet_uint();
    status = report(&t, &irp);
    irp.IoStatus.Status = status;
    return NT_SUCCESS(status) ? t.moved : 0;
}
