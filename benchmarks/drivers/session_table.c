/* rule: wdm/RemoveLock
 * verdict: proved
 * mutant: violated (closing an idle session releases what only busy ones hold)
 *
 * A session holds the remove lock while it is busy.
 */
#include "wdm.h"

enum { IDLE, BUSY, CLOSED };

struct session {
    int state;
    int errors;
};

static int lock;

static void begin(struct session *s, IRP *irp)
{
    if (s->state != IDLE)
        return;
    if (NT_SUCCESS(IoAcquireRemoveLock(&lock, irp)))
        s->state = BUSY;
    else
        s->errors++;
}

static void end(struct session *s, IRP *irp)
{
    if (s->state != BUSY)
        return;
    IoReleaseRemoveLock(&lock, irp);
    s->state = IDLE;
}

static void close(struct session *s, IRP *irp)
{
#ifdef BROKEN
    if (s->state != CLOSED)
        IoReleaseRemoveLock(&lock, irp);
#else
    end(s, irp);
#endif
    s->state = CLOSED;
}

int main(void)
{
    static struct session s;
    static IRP irp;
    int n = any();

    while (n-- > 0) {
        if (any() & 1)
            begin(&s, &irp);
        else
            end(&s, &irp);
    }
    close(&s, &irp);
    return s.errors;
}
