#include <pthread.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void worker(int count)
{
    pthread_t me = pthread_self();
    pthread_mutex_lock(&log_lock);
    if (count > 0)
        lines += count;
    pthread_mutex_unlock(&log_lock);
    (void)me;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    while (rounds-- > 0)
        worker(rounds);
    return 0;
}
