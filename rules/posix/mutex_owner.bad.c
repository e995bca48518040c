#include <pthread.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void begin(void)
{
    pthread_self();
    pthread_mutex_lock(&log_lock);
    lines++;
}

/* Runs in whatever thread the event loop picks. */
static void finish(void)
{
    pthread_self();
    pthread_mutex_unlock(&log_lock);
}

int main(void)
{
    begin();
    finish();
    return 0;
}
