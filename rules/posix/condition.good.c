#include <pthread.h>

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    int letters;
};

extern int __VERIFIER_nondet_int(void);

static int fetch(struct mailbox *m)
{
    pthread_mutex_lock(&m->lock);
    while (m->letters == 0)
        pthread_cond_wait(&m->arrived, &m->lock);
    m->letters--;
    pthread_mutex_unlock(&m->lock);
    return 0;
}

int main(void)
{
    static struct mailbox m;
    m.letters = __VERIFIER_nondet_int();
    return fetch(&m);
}
