/* rule: linux/completion
 * verdict: proved
 * mutant: violated (a scan that begins at zero skips the set-up)
 *
 * Scanning frequencies; each step waits for the tuner to lock.
 */
#include "kernel.h"

struct tuner {
    struct completion locked;
    int found;
};

static int tune(struct tuner *t, int frequency)
{
    if (frequency % 3 == 0)
        complete(&t->locked);
    if (wait_for_completion_timeout(&t->locked, 20) == 0)
        return -ETIMEDOUT;
    t->found++;
    return 0;
}

static int scan(struct tuner *t, int from, int to)
{
    if (from < 0 || to > 100)
        return -EINVAL;
#ifdef BROKEN
    if (from > 0)
#endif
    init_completion(&t->locked);
    for (int f = from; f < to; f++)
        tune(t, f);
    return t->found;
}

int main(void)
{
    static struct tuner t;
    return scan(&t, any(), any());
}
