//@ rule: posix/mutex
//@ entry: record
//@ truth: kept
//@ today: unknown: variable arguments
// Text is formatted while a lock is held. The model of `snprintf` takes variable
// arguments, and a call with some is not followed into it.
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
