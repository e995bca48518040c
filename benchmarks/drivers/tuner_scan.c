/* rule: linux/completion
 * verdict: proved
 * mutant: violated (a scan that begins at zero skips the set-up)
 *
 * Scanning frequencies; each step waits for the tuner to lock.
 */
#include "kernel.h"

struct tuner {
    struct completion locked;
    unsigned found;
    int band, step, strongest;
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

enum { BAND_AM, BAND_FM, BAND_TV };

static int select_band(struct tuner *t, int band)
{
    switch (band) {
    case BAND_AM:
        t->step = 9;
        break;
    case BAND_FM:
        t->step = 1;
        break;
    case BAND_TV:
        t->step = 7;
        break;
    default:
        return -EINVAL;
    }
    t->band = band;
    return 0;
}

static int signal(struct tuner *t, int level)
{
    if (level < 0 || level > 100)
        return -EIO;
    if (level > t->strongest)
        t->strongest = level;
    return level > 40;
}

static int open_tuner(struct tuner *t, int band, int from, int to)
{
    int status = select_band(t, band);

    if (status)
        return status;
    status = scan(t, from, to);
    if (status <= 0)
        return -ENODEV;
    return signal(t, any());
}

int main(void)
{
    static struct tuner t;

    return open_tuner(&t, any(), any(), any());
}
