/* rule: wdm/CriticalRegions
 * verdict: proved
 * mutant: violated (the thread ends inside its region when it is asked to)
 *
 * A thread that works in a critical region, one request at a time, until told to end.
 */
#include "wdm.h"

enum { NOTHING, WORK, END };

struct thread {
    int requests, idle;
    int motor;
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

int main(void)
{
    static struct thread t;
    run(&t);
    return t.requests;
}
