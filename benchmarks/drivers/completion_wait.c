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
    int sequence, lost;
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

int main(void)
{
    static struct mailbox m;
    int last = 0;

    setup(&m);
    do
        last = command(&m, any());
    while (last > 0);
    return m.lost;
}
