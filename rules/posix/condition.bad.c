#include <pthread.h>

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    int letters;
};

static int fetch(struct mailbox *m)
{
    pthread_mutex_lock(&m->lock);
    int empty = m->letters == 0;
    pthread_mutex_unlock(&m->lock);
    if (empty)
        pthread_cond_wait(&m->arrived, &m->lock);
    m->letters--;
    return 0;
}

int main(void)
{
    static struct mailbox m;
    return fetch(&m);
}
