/* rule: linux/mutex
 * verdict: proved
 * mutant: violated (an alarm returns past the unlock)
 *
 * Temperature decides the speed of a fan; trips and alarms on the way.
 */
#include "kernel.h"

struct fan {
    struct mutex lock;
    int speed;
    unsigned alarms;
    int policy, limit;
};

static int speed_for(int temperature)
{
    if (temperature < 40)
        return 0;
    if (temperature < 60)
        return 1;
    if (temperature < 80)
        return 2;
    return 3;
}

static int update(struct fan *f, int temperature)
{
    int speed;

    mutex_lock(&f->lock);
    speed = speed_for(temperature);
    if (temperature > 110) {
        f->alarms++;
#ifdef BROKEN
        if (f->alarms > 1)
            return -EIO;
#endif
    }
    if (speed > f->speed)
        f->speed = speed;
    else if (speed < f->speed)
        f->speed--;
    mutex_unlock(&f->lock);
    return speed;
}

static int manual(struct fan *f, int speed)
{
    if (speed < 0 || speed > 3)
        return -EINVAL;
    if (!mutex_trylock(&f->lock))
        return -EBUSY;
    f->speed = speed;
    mutex_unlock(&f->lock);
    return 0;
}

enum { QUIET, BALANCED, COLD };

static int set_policy(struct fan *f, int policy)
{
    int status = 0;

    mutex_lock(&f->lock);
    switch (policy) {
    case QUIET:
        f->limit = 1;
        break;
    case BALANCED:
        f->limit = 2;
        break;
    case COLD:
        f->limit = 3;
        break;
    default:
        status = -EINVAL;
        goto out;
    }
    f->policy = policy;
    if (f->speed > f->limit)
        f->speed = f->limit;
out:
    mutex_unlock(&f->lock);
    return status;
}

int main(void)
{
    static struct fan f;

    if (set_policy(&f, any()))
        return 1;
    update(&f, any());
    manual(&f, any());
    update(&f, any());
    update(&f, any());
    return f.alarms;
}
