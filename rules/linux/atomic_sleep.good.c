typedef struct spinlock { unsigned raw; } spinlock_t;
struct mutex { long owner; };
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void mutex_lock(struct mutex *), mutex_unlock(struct mutex *);
extern void msleep(unsigned);
extern int __VERIFIER_nondet_int(void);

static spinlock_t lock;
static struct mutex config;
static int pending;

static int flush(void)
{
    int left;
    do {
        spin_lock(&lock);
        left = pending;
        if (left > 0)
            pending = left - 1;
        spin_unlock(&lock);
        if (left > 0)
            msleep(1);
    } while (left > 0);
    return left;
}

int main(void)
{
    pending = __VERIFIER_nondet_int();
    mutex_lock(&config);
    flush();
    mutex_unlock(&config);
    return 0;
}
