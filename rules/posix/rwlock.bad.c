#include <pthread.h>

struct table { pthread_rwlock_t lock; int used, size; };

extern int __VERIFIER_nondet_int(void);

static int lookup_or_grow(struct table *t, int key)
{
    pthread_rwlock_rdlock(&t->lock);
    if (key >= t->used) {
        pthread_rwlock_wrlock(&t->lock);
        t->used = key + 1;
        pthread_rwlock_unlock(&t->lock);
    }
    pthread_rwlock_unlock(&t->lock);
    return key;
}

int main(void)
{
    static struct table t = { .size = 10 };
    return lookup_or_grow(&t, __VERIFIER_nondet_int() & 7);
}
