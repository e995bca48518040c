#define GFP_KERNEL 0xcc0u
#define GFP_ATOMIC 0x820u
typedef unsigned long size_t;
typedef struct spinlock { unsigned raw; } spinlock_t;
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void *kmalloc(size_t, unsigned);
extern void kfree(const void *);
extern int __VERIFIER_nondet_int(void);

static spinlock_t lock;

static void *get(size_t n, int in_interrupt)
{
    unsigned flags = in_interrupt ? GFP_ATOMIC : GFP_KERNEL;
    void *p;
    if (in_interrupt)
        spin_lock(&lock);
    p = kmalloc(n, flags);
    if (in_interrupt)
        spin_unlock(&lock);
    return p;
}

int main(void)
{
    kfree(get(64, __VERIFIER_nondet_int()));
    return 0;
}
