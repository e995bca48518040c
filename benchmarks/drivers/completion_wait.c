/* rule: linux/completion
 * verdict: proved
 * mutant: violated (the first command is waited for before anything is set up)
 *
 * A mailbox between driver and firmware: set up once, used many times.
 */
#include "kernel.h"

struct mailbox {
    struct completion answer;
    int ready;
    unsigned sequence, lost;
    int version, features;
};

static int setup(struct mailbox *m)
{
    if (m->ready)
        return 0;
#ifdef BROKEN
    if (m->sequence == 0)
        m->ready = 1;
    else
#endif
    {
        init_completion(&m->answer);
        m->ready = 1;
    }
    return 0;
}

static void interrupt(struct mailbox *m)
{
    int answered = any();
    if (answered)
        complete(&m->answer);
}

static int command(struct mailbox *m, int code)
{
    if (code < 0)
        return -EINVAL;
    reinit_completion(&m->answer);
    m->sequence++;
    interrupt(m);
    if (wait_for_completion_timeout(&m->answer, 50) == 0) {
        m->lost++;
        return -ETIMEDOUT;
    }
    return m->sequence;
}

static int query(struct mailbox *m)
{
    int reply = command(m, 1);

    if (reply < 0)
        return reply;
    m->version = any() & 0xff;
    if (m->version < 2)
        return -ENODEV;
    m->features = m->version >= 4 ? 3 : 1;
    return 0;
}

static int control(struct mailbox *m, int request, int argument)
{
    switch (request) {
    case 0:
        return query(m);
    case 1:
        return m->features & argument ? command(m, 2) : -EINVAL;
    case 2:
        m->lost = 0;
        return 0;
    default:
        return -ENOTTY;
    }
}

int main(void)
{
    static struct mailbox m;
    int last = 0;

    setup(&m);
    if (query(&m))
        return m.lost;
    last = control(&m, any(), any());
    return m.lost;
}
