/* rule: linux/rcu
 * verdict: proved
 * mutant: violated (the strongest station is used after a nested read side ended both)
 *
 * Read sides that nest: one for the list, one for a station.
 */
#include "kernel.h"

struct station {
    int signal, channel;
};

static struct station stations[3];

static int signal_of(int i)
{
    int signal;

    rcu_read_lock();
    struct station *s = rcu_dereference(&stations[i]);
    signal = s->signal;
    rcu_read_unlock();
#ifdef BROKEN
    if (signal < -90)
        rcu_read_unlock();
#endif
    return signal;
}

static int strongest(void)
{
    int best = -1, signal = -100;

    rcu_read_lock();
    for (int i = 0; i < 3; i++) {
        int now = signal_of(i);
        if (now > signal) {
            signal = now;
            best = i;
        }
    }
    rcu_read_unlock();
    return best;
}

enum { ACTIVE_SCAN, PASSIVE_SCAN };

static int dwell, channel;

static int plan(int kind, int first)
{
    if (first < 1 || first > 13)
        return -EINVAL;
    switch (kind) {
    case ACTIVE_SCAN:
        dwell = 20;
        break;
    case PASSIVE_SCAN:
        dwell = 110;
        break;
    default:
        return -EINVAL;
    }
    channel = first;
    return 0;
}

static int in_range(int signal)
{
    if (signal > 0)
        return -EIO;
    return signal > -90;
}

static void forget(int i)
{
    stations[i].signal = -100;
    stations[i].channel = 0;
    synchronize_rcu();
}

int main(void)
{
    if (plan(any(), any()))
        return 1;
    stations[0].signal = any();
    stations[1].signal = any();
    stations[2].signal = -50;
    if (!in_range(stations[0].signal))
        forget(0);
    if (strongest() < 0)
        synchronize_rcu();
    return 0;
}
