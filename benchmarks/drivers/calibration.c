/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (settling is slept through under the lock when few samples came)
 *
 * Samples are taken under the lock, settling time between them is slept without it.
 */
#include "kernel.h"

struct adc {
    spinlock_t lock;
    unsigned sum, samples;
    int offset, gain;
    unsigned retries;
};

static int sample(struct adc *a)
{
    int value;

    spin_lock(&a->lock);
    value = any();
    if (value >= 0 && value < 4096) {
        a->sum += (unsigned)value;
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
    a->offset = (int)(a->sum / a->samples);
    return 0;
}

static int trim(struct adc *a)
{
    int low = -128, high = 127, steps = 0;

    while (low < high) {
        int middle = (low + high) / 2;

        spin_lock(&a->lock);
        a->gain = middle;
        spin_unlock(&a->lock);
        msleep(1);
        if (any() > 0)
            low = middle + 1;
        else
            high = middle;
        if (++steps > 8)
            return -ETIMEDOUT;
    }
    return 0;
}

static int prepare(struct adc *a, int rounds)
{
    int status;

    do {
        status = calibrate(a, rounds);
        if (status == 0)
            return trim(a);
        a->retries++;
        msleep(20);
    } while (a->retries < 3);
    return status;
}

int main(void)
{
    static struct adc a;
    return prepare(&a, 3);
}
