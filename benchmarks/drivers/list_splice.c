/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (the empty list is noticed under the lock and left there)
 *
 * Requests hang in a list; one after the other is unlinked under the lock and
 * completed without it.
 */
#include "wdm.h"

/* The lock lies apart from the list: whoever is given the lock sees nothing else. */
static KSPIN_LOCK lock;

struct list {
    IRP *first;
    unsigned length;
    unsigned limit, refused;
};

static void push(struct list *l, IRP *irp)
{
    KIRQL irql;

    KeAcquireSpinLock(&lock, &irql);
    irp->Next = l->first;
    l->first = irp;
    l->length++;
    KeReleaseSpinLock(&lock, irql);
}

static IRP *pop(struct list *l)
{
    KIRQL irql;
    IRP *irp;

    KeAcquireSpinLock(&lock, &irql);
    irp = l->first;
#ifdef BROKEN
    if (!irp)
        return NULL;
#endif
    if (irp) {
        l->first = irp->Next;
        l->length--;
    }
    KeReleaseSpinLock(&lock, irql);
    return irp;
}

static int cancel_all(struct list *l)
{
    int cancelled = 0;
    IRP *irp;

    while ((irp = pop(l)) != NULL) {
        irp->IoStatus.Status = STATUS_CANCELLED;
        cancelled++;
    }
    return cancelled;
}

static NTSTATUS submit(struct list *l, IRP *irp)
{
    KIRQL irql;
    int full;

    KeAcquireSpinLock(&lock, &irql);
    full = l->limit > 0 && l->length >= l->limit;
    if (full)
        l->refused++;
    KeReleaseSpinLock(&lock, irql);
    if (full) {
        irp->IoStatus.Status = STATUS_NO_MEMORY;
        return STATUS_NO_MEMORY;
    }
    push(l, irp);
    return STATUS_PENDING;
}

int main(void)
{
    static struct list l;
    static IRP a, b, c;

    l.limit = __VERIFIER_nondet_uint();
    push(&l, &a);
    if (submit(&l, &b) != STATUS_PENDING)
        return l.refused;
    if (any())
        push(&l, &c);
    if (cancel_all(&l) == 3)
        push(&l, &a);
    return l.length;
}
