/* <time.h>: what the clocks say. */

extern long __hatha_time(void);
extern long __hatha_clock(void);

struct timespec {
    long tv_sec;
    long tv_nsec;
};

struct timeval {
    long tv_sec;
    long tv_usec;
};

long time(long *result)
{
    long now = __hatha_time();
    if (result)
        *result = now;
    return now;
}

long clock(void)
{
    return __hatha_clock();
}

double difftime(long end, long start)
{
    return (double)end - (double)start;
}

int gettimeofday(struct timeval *now, void *zone)
{
    now->tv_sec = __hatha_time();
    now->tv_usec = 0;
    return 0;
}

int clock_gettime(int id, struct timespec *now)
{
    now->tv_sec = __hatha_time();
    now->tv_nsec = 0;
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1)
        return 0;
    now->tv_sec = __hatha_time();
    now->tv_nsec = 0;
    return base;
}
