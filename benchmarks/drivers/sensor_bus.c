/* rule: linux/mutex
 * verdict: proved
 * mutant: violated (a sensor that does not answer is asked again with the bus taken)
 *
 * A bus is shared by sensors: taken for one exchange, given back, taken again.
 */
#include "kernel.h"

struct bus {
    struct mutex lock;
    int address, retries;
};

struct sensor {
    int address, last;
    unsigned stale;
};

static int exchange(struct bus *b, int address)
{
    int value;

    mutex_lock(&b->lock);
    b->address = address;
    value = any();
#ifdef BROKEN
    if (value < 0 && b->retries++ == 0)
        value = exchange(b, address);
#endif
    mutex_unlock(&b->lock);
    return value;
}

static int sample(struct bus *b, struct sensor *s)
{
    int value = exchange(b, s->address);

    if (value < 0) {
        s->stale++;
        return s->last;
    }
    s->last = value;
    s->stale = 0;
    return value;
}

static int limit(int value, int low, int high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

static int configure(struct bus *b, struct sensor *s, int resolution)
{
    int bits;

    switch (resolution) {
    case 9:
        bits = 0;
        break;
    case 12:
        bits = 0x60;
        break;
    default:
        return -EINVAL;
    }
    if (exchange(b, s->address) < 0)
        return -EIO;
    mutex_lock(&b->lock);
    b->address = s->address | bits;
    mutex_unlock(&b->lock);
    return 0;
}

int main(void)
{
    static struct bus b;
    static struct sensor s = { .address = 0x48 };
    int highest = 0;

    if (configure(&b, &s, any()))
        return 1;
    for (int i = 0; i < 5; i++) {
        int value = sample(&b, &s);
        if (value > highest)
            highest = value;
        if (s.stale > 2)
            break;
    }
    return limit(highest, 0, 4095);
}
