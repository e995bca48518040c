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
    struct station *s = rcu_dereference_raw(&stations[i]);
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

int main(void)
{
    stations[0].signal = any();
    stations[1].signal = any();
    stations[2].signal = -50;
    if (strongest() < 0)
        synchronize_rcu();
    return 0;
}
