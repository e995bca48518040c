typedef struct spinlock { unsigned raw; } spinlock_t;
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void *vmalloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

static spinlock_t lock;
static char *buffer;

static char *get_buffer(unsigned long n)
{
    spin_lock(&lock);
    if (!buffer)
        buffer = vmalloc(n);
    spin_unlock(&lock);
    return buffer;
}

int main(void)
{
    return get_buffer(4096) == 0;
}
