/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (settling is slept through under the lock when few samples came)
 *
 * Samples are taken under the lock, settling time between them is slept without it.
 */
#include "kernel.h"

struct adc {
    spinlock_t lock;
    int sum, samples;
    int offset;
};

static int sample(struct adc *a)
{
    int value;

    spin_lock(&a->lock);
    value = any();
    if (value >= 0 && value < 4096) {
        a->sum += value;
        a->samples++;
    }
#ifdef BROKEN
    if (a->samples < 2)
        msleep(5);
#endif
    spin_unlock(&a->lock);
    return value;
}

static int calibrate(struct adc *a, int rounds)
{
    int i;

    a->sum = 0;
    a->samples = 0;
    for (i = 0; i < rounds; i++) {
        if (sample(a) < 0)
            return -EIO;
        msleep(5);
    }
    if (a->samples == 0)
        return -EIO;
    a->offset = a->sum / a->samples;
    return 0;
}

int main(void)
{
    static struct adc a;
    return calibrate(&a, 3);
}
