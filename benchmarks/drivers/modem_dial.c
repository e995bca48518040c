/* rule: linux/completion
 * verdict: proved
 * mutant: violated (dialling again sets the completion up a second time)
 *
 * A modem is dialled, at most a few times; the completion lives as long as the modem.
 */
#include "kernel.h"

enum { ON_HOOK, DIALLING, CARRIER, LOST };

struct modem {
    struct completion carrier;
    int state, attempts;
};

static void power_on(struct modem *m)
{
    m->state = ON_HOOK;
    m->attempts = 0;
    init_completion(&m->carrier);
}

static int dial(struct modem *m)
{
    if (m->state == CARRIER)
        return 0;
#ifdef BROKEN
    if (m->attempts > 0)
        init_completion(&m->carrier);
#else
    reinit_completion(&m->carrier);
#endif
    m->state = DIALLING;
    m->attempts++;
    if (any() & 1)
        complete(&m->carrier);
    if (wait_for_completion_timeout(&m->carrier, 600) == 0) {
        m->state = LOST;
        return -ETIMEDOUT;
    }
    m->state = CARRIER;
    return 0;
}

int main(void)
{
    static struct modem m;
    int status;

    power_on(&m);
    do
        status = dial(&m);
    while (status && m.attempts < 3);
    return m.state == CARRIER;
}
