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
    start(&p, 4);
    take(&p);
    sem_destroy(&p.free);
    return 0;
}
