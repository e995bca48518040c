/* rule: wdm/SpinLock
 * verdict: proved
 * mutant: violated (a paper jam breaks out of the loop with the lock)
 *
 * Pages are printed one after the other; the lock is held only to look at the queue.
 */
#include "wdm.h"

struct printer {
    KSPIN_LOCK lock;
    unsigned pages, printed, jams;
    int online;
    int paper, draft;
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

static int add(struct printer *p, int pages)
{
    KIRQL irql;
    int taken = 0;

    if (pages <= 0 || pages > 500)
        return 0;
    KeAcquireSpinLock(&p->lock, &irql);
    if (p->online) {
        p->pages = (unsigned)pages;
        taken = pages;
    }
    KeReleaseSpinLock(&p->lock, irql);
    return taken;
}

static void set_mode(struct printer *p, int mode)
{
    switch (mode) {
    case 0:
        p->draft = 1;
        break;
    case 1:
        p->draft = 0;
        break;
    case 2:
        p->paper = 4;
        break;
    default:
        p->paper = 5;
        break;
    }
}

int main(void)
{
    static struct printer p;

    p.online = any();
    set_mode(&p, any());
    if (!add(&p, any()))
        return 0;
    print_all(&p);
    p.online = 0;
    return print_all(&p);
}
