struct mutex { long owner; };
extern void mutex_lock(struct mutex *), mutex_unlock(struct mutex *);
extern int mutex_lock_interruptible(struct mutex *);
extern int __VERIFIER_nondet_int(void);

struct device { struct mutex lock; int open_count; int speed; };

static int device_ioctl(struct device *d, int command, int value)
{
    mutex_lock_interruptible(&d->lock);
    if (command == 1)
        d->speed = value;
    mutex_unlock(&d->lock);
    return 0;
}

int main(void)
{
    static struct device d;
    return device_ioctl(&d, __VERIFIER_nondet_int(), 9600);
}
