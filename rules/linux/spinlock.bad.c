typedef struct spinlock { unsigned raw; } spinlock_t;
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void spin_lock_irqsave(spinlock_t *, unsigned long);
extern void spin_unlock_irqrestore(spinlock_t *, unsigned long);
extern int __VERIFIER_nondet_int(void);

struct ring {
    spinlock_t lock;
    unsigned head, tail;
};

static int produce(struct ring *r, int wait)
{
    unsigned long flags = 0;
    spin_lock_irqsave(&r->lock, flags);
    if (r->head - r->tail == 16 && !wait) {
        spin_unlock(&r->lock);
        return -1;
    }
    r->head++;
    spin_unlock_irqrestore(&r->lock, flags);
    return 0;
}

int main(void)
{
    static struct ring r = { .head = 16 };
    return produce(&r, __VERIFIER_nondet_int());
}
