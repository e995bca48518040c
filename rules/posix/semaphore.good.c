#include <semaphore.h>

struct pool { sem_t free; int taken; };

static int start(struct pool *p, unsigned size)
{
    p->taken = 0;
    return sem_init(&p->free, 0, size);
}

static int take(struct pool *p)
{
    if (sem_wait(&p->free) < 0)
        return -1;
    return p->taken++;
}

int main(void)
{
    static struct pool p;
    if (start(&p, 4) < 0)
        return 1;
    if (take(&p) >= 0)
        sem_post(&p.free);
    sem_destroy(&p.free);
    return 0;
}
