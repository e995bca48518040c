/* rule: wdm/CriticalRegions
 * verdict: proved
 * mutant: violated (the thread ends inside its region when it is asked to)
 *
 * A thread that works in a critical region, one request at a time, until told to end.
 */
#include "wdm.h"

enum { NOTHING, WORK, END };

struct thread {
    unsigned requests, idle;
    int motor;
    int format, sectors;
};

static int next(struct thread *t)
{
    int what = any();

    if (what < NOTHING || what > END)
        return NOTHING;
    return what;
}

static void work(struct thread *t)
{
    t->motor = 1;
    t->requests++;
}

static void run(struct thread *t)
{
    int what;

    for (;;) {
        KeEnterCriticalRegion();
        what = next(t);
        if (what == WORK)
            work(t);
        else if (what == NOTHING)
            t->idle++;
#ifdef BROKEN
        if (what == END && t->motor)
            return;
#endif
        KeLeaveCriticalRegion();
        if (what == END)
            break;
        if (t->idle > 100) {
            t->idle = 0;
            t->motor = 0;
        }
    }
}

static int set_format(struct thread *t, int kilobytes)
{
    switch (kilobytes) {
    case 360:
        t->sectors = 9;
        break;
    case 1440:
        t->sectors = 18;
        break;
    default:
        return STATUS_INVALID_PARAMETER;
    }
    t->format = kilobytes;
    return STATUS_SUCCESS;
}

static NTSTATUS start(struct thread *t)
{
    NTSTATUS status;

    KeEnterCriticalRegion();
    status = set_format(t, any());
    if (!NT_SUCCESS(status)) {
        KeLeaveCriticalRegion();
        return status;
    }
    t->requests = 0;
    KeLeaveCriticalRegion();
    return STATUS_SUCCESS;
}

int main(void)
{
    static struct thread t;

    if (!NT_SUCCESS(start(&t)))
        return 1;
    run(&t);
    return t.requests;
}
