//@ rule: posix/mutex
//@ entry: record
//@ options: --globals any
//@ truth: kept
//@ today: unknown: hinges on memory
// A function that locks and unlocks calls itself in between, when nothing is locked.
#include <pthread.h>

struct settings { int fallback; };
extern struct settings *settings;
int put(const char *text);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void record(const char *text)
{
    int done;
    if (settings->fallback)
        return;
    pthread_mutex_lock(&lock);
    done = put(text);
    pthread_mutex_unlock(&lock);
    if (done < 0) {
        settings->fallback = 1;
        record("cannot write");
    }
    pthread_mutex_lock(&lock);
    put("\n");
    pthread_mutex_unlock(&lock);
}
