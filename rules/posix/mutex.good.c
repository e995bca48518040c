#include <pthread.h>

struct counter {
    pthread_mutex_t lock;
    int value;
    int limit;
};

extern int __VERIFIER_nondet_int(void);

static int add(struct counter *c, int amount)
{
    int status = -1;
    pthread_mutex_lock(&c->lock);
    if (amount > c->limit - c->value)
        goto out;
    c->value += amount;
    status = 0;
out:
    pthread_mutex_unlock(&c->lock);
    return status;
}

int main(void)
{
    static struct counter c = { .limit = 1000 };
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (add(&c, 3) < 0)
            break;
    pthread_mutex_destroy(&c.lock);
    return 0;
}
