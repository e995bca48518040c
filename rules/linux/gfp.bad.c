#define GFP_KERNEL 0xcc0u
typedef unsigned long size_t;
typedef struct spinlock { unsigned raw; } spinlock_t;
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern void *kmalloc(size_t, unsigned);
extern void kfree(const void *);

static spinlock_t lock;

int main(void)
{
    spin_lock(&lock);
    void *p = kmalloc(64, GFP_KERNEL);
    spin_unlock(&lock);
    kfree(p);
    return 0;
}
