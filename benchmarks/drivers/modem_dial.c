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
    int state;
    unsigned attempts;
    int speed, compression;
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

static int set_speed(struct modem *m, int speed)
{
    switch (speed) {
    case 1200:
    case 2400:
        m->compression = 0;
        break;
    case 14400:
    case 28800:
        m->compression = 1;
        break;
    default:
        return -EINVAL;
    }
    m->speed = speed;
    return 0;
}

static int fall_back(struct modem *m)
{
    if (m->speed <= 1200)
        return -EIO;
    return set_speed(m, m->speed / 2);
}

static void hang_up(struct modem *m)
{
    if (m->state == CARRIER || m->state == LOST)
        m->state = ON_HOOK;
    m->compression = 0;
}

int main(void)
{
    static struct modem m;
    int status;

    power_on(&m);
    if (set_speed(&m, any()))
        return 1;
    do
        status = dial(&m);
    while (status && m.attempts < 3);
    if (status && fall_back(&m) == 0)
        hang_up(&m);
    return m.state == CARRIER;
}
