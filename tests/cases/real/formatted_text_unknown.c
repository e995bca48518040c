//@ rule: posix/mutex
//@ entry: record
//@ options: --without-model *printf
//@ truth: kept
//@ today: kept
// The same without the model: `snprintf` may write anything that it can see.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[32];

void record(int code)
{
    pthread_mutex_lock(&lock);
    snprintf(last, sizeof last, "code %d", code);
    pthread_mutex_unlock(&lock);
}
