struct mutex { long owner; };
extern void mutex_lock(struct mutex *), mutex_unlock(struct mutex *);
extern int mutex_lock_interruptible(struct mutex *);
extern int __VERIFIER_nondet_int(void);

struct device { struct mutex lock; int open_count; int speed; };

static int device_ioctl(struct device *d, int command, int value)
{
    int status = mutex_lock_interruptible(&d->lock);
    if (status)
        return status;
    switch (command) {
    case 1:
        d->speed = value;
        break;
    case 2:
        status = d->speed;
        break;
    default:
        status = -25;
    }
    mutex_unlock(&d->lock);
    return status;
}

int main(void)
{
    static struct device d;
    int command = __VERIFIER_nondet_int();
    mutex_lock(&d.lock);
    d.open_count++;
    mutex_unlock(&d.lock);
    return device_ioctl(&d, command, 9600) < 0;
}
