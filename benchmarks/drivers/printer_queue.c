/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (a paper jam breaks out of the loop with the lock)
 *
 * Pages are printed one after the other; the lock is held only to look at the queue.
 */
#include "wdm.h"

struct printer {
    KSPIN_LOCK lock;
    int pages, printed, jams;
    int online;
};

static int feed(struct printer *p)
{
    int sensor = any();
    if (sensor < 0) {
        p->jams++;
        return -1;
    }
    return 0;
}

static int print_all(struct printer *p)
{
    KIRQL irql;

    for (;;) {
        KeAcquireSpinLock(&p->lock, &irql);
        if (!p->online || p->pages == 0)
            break;
        p->pages--;
#ifdef BROKEN
        if (p->jams > 1)
            return p->printed;
#endif
        KeReleaseSpinLock(&p->lock, irql);
        if (feed(p) < 0)
            continue;
        p->printed++;
    }
    KeReleaseSpinLock(&p->lock, irql);
    return p->printed;
}

int main(void)
{
    static struct printer p;

    p.pages = any();
    p.online = any();
    print_all(&p);
    p.online = 0;
    return print_all(&p);
}
