//@ rule: posix/mutex
//@ entry: record
//@ truth: kept
//@ today: unknown: __builtin_va_arg_pack
// With optimisation, headers of the C library define functions that hand their variable
// arguments on with `__builtin_va_arg_pack`. (Without, with `--cflag -O0`, they do not.)
#include <pthread.h>

void tell_checked(int level, int flag, const char *format, ...);

extern inline __attribute__((gnu_inline, always_inline)) void
tell(int level, const char *format, ...)
{
    tell_checked(level, 1, format, __builtin_va_arg_pack());
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void record(int code)
{
    pthread_mutex_lock(&lock);
    tell(3, "code %d", code);
    pthread_mutex_unlock(&lock);
}
