/* rule: wdm/IrqlExAllocatePool
 * verdict: proved
 * mutant: violated (the fallback of a failed allocation is paged at any level)
 *
 * Allocation with a fallback, at a level that the caller raises or not.
 */
#include "wdm.h"

enum { NonPaged = 0, Paged = 1 };

static int fallbacks, failures;

static void *allocate(SIZE_T n, KIRQL level)
{
    void *p;
    int pool = level < 2 ? Paged : NonPaged;

    p = ExAllocatePool(pool, n);
    if (p)
        return p;
    fallbacks++;
#ifdef BROKEN
    p = ExAllocatePool(Paged, n / 2);
#else
    p = ExAllocatePool(NonPaged, n / 2);
#endif
    if (!p)
        failures++;
    return p;
}

static NTSTATUS build(int raised)
{
    KIRQL old;
    void *entry;

    if (raised) {
        KeRaiseIrql(2, &old);
        entry = allocate(128, 2);
        KeLowerIrql(old);
    } else {
        entry = allocate(4096, 0);
    }
    return entry ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

int main(void)
{
    NTSTATUS status = build(any());
    return NT_SUCCESS(status) ? fallbacks : failures;
}
