typedef struct spinlock { unsigned raw; } spinlock_t;
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void spin_lock_irqsave(spinlock_t *, unsigned long);
extern void spin_unlock_irqrestore(spinlock_t *, unsigned long);
extern int __VERIFIER_nondet_int(void);

struct ring {
    spinlock_t lock;
    unsigned head, tail;
};

static int produce(struct ring *r)
{
    unsigned long flags = 0;
    int full;
    spin_lock_irqsave(&r->lock, flags);
    full = r->head - r->tail == 16;
    if (!full)
        r->head++;
    spin_unlock_irqrestore(&r->lock, flags);
    return full;
}

static void drain(struct ring *r)
{
    spin_lock(&r->lock);
    r->tail = r->head;
    spin_unlock(&r->lock);
}

int main(void)
{
    static struct ring r;
    r.head = __VERIFIER_nondet_int();
    if (produce(&r))
        drain(&r);
    return 0;
}
