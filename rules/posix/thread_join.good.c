#include <pthread.h>

static void *work(void *p)
{
    return p;
}

int main(void)
{
    pthread_t a, b;
    if (pthread_create(&a, 0, work, 0) != 0)
        return 1;
    if (pthread_create(&b, 0, work, 0) != 0) {
        pthread_join(a, 0);
        return 1;
    }
    pthread_detach(b);
    pthread_join(a, 0);
    return 0;
}
