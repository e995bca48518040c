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
    int key, expires;
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

static int authenticate(struct session *s, int key)
{
    if (s->key == 0 || key != s->key) {
        s->errors++;
        return 0;
    }
    s->expires = 100;
    return 1;
}

static int is_expired(struct session *s, int now)
{
    return now < 0 || now > s->expires;
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
    s.key = any();
    if (!authenticate(&s, any()))
        return s.errors;
    return is_expired(&s, any());
}
