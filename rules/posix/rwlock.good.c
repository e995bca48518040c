#include <pthread.h>

struct table { pthread_rwlock_t lock; int used, size; };

extern int __VERIFIER_nondet_int(void);

static int lookup(struct table *t, int key)
{
    int found = -1;
    pthread_rwlock_rdlock(&t->lock);
    if (key >= 0 && key < t->used)
        found = key;
    pthread_rwlock_unlock(&t->lock);
    return found;
}

static void grow(struct table *t)
{
    pthread_rwlock_wrlock(&t->lock);
    if (t->used < t->size)
        t->used++;
    pthread_rwlock_unlock(&t->lock);
}

int main(void)
{
    static struct table t = { .size = 10 };
    if (lookup(&t, __VERIFIER_nondet_int()) < 0)
        grow(&t);
    return 0;
}
