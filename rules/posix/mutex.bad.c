#include <pthread.h>

struct counter {
    pthread_mutex_t lock;
    int value;
    int limit;
};

extern int __VERIFIER_nondet_int(void);

static int add(struct counter *c, int amount)
{
    pthread_mutex_lock(&c->lock);
    if (amount > c->limit - c->value)
        return -1;
    c->value += amount;
    pthread_mutex_unlock(&c->lock);
    return 0;
}

int main(void)
{
    static struct counter c = { .limit = 1000 };
    int amount = __VERIFIER_nondet_int();
    if (add(&c, amount) < 0)
        add(&c, 1);
    return 0;
}
