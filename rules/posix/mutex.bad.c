#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    int items[8];
    int count;
};

extern int __VERIFIER_nondet_int(void);

static int push(struct queue *q, int item)
{
    int status = -1;
    pthread_mutex_lock(&q->lock);
    if (q->count >= 8 || q->count < 0)
        return status;
    q->items[q->count++] = item;
    status = 0;

    pthread_mutex_unlock(&q->lock);
    return status;
}

static int try_clear(struct queue *q)
{
    if (pthread_mutex_trylock(&q->lock) != 0)
        return 0;
    q->count = 0;
    pthread_mutex_unlock(&q->lock);
    return 1;
}

int main(void)
{
    static struct queue q;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (push(&q, i) < 0)
            try_clear(&q);
    pthread_mutex_destroy(&q.lock);
    return 0;
}
