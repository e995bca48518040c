/* <time.h>: what the clocks say. */

extern long __hatha_time(void);
extern long __hatha_clock(void);

extern unsigned __hatha_choose_fraction_of_a_second(void);
extern _Bool __hatha_choose_failure_of_the_clock(void);
extern void __hatha_assume(int condition);
extern int __hatha_any_error(void);
extern int *__errno_location(void);

static long fraction(unsigned parts)
{
    return __hatha_open ? (long)(__hatha_choose_fraction_of_a_second() % parts) : 0;
}

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

/* What is not known or does not fit is -1, and nothing else is negative. */
long clock(void)
{
    long used = __hatha_clock();
    return used < 0 ? -1 : used;
}

double difftime(long end, long start)
{
    return (double)end - (double)start;
}

int gettimeofday(struct timeval *now, void *zone)
{
    now->tv_sec = __hatha_time();
    now->tv_usec = fraction(1000000);
    if (zone) {
        int *minutes_and_rule = zone;
        minutes_and_rule[0] = minutes_and_rule[1] = 0;
    }
    return 0;
}

/* Whether a clock is never set: CLOCK_MONOTONIC, _RAW and _COARSE, and CLOCK_BOOTTIME. */
static int is_steady(int id)
{
    return id == 1 || id == 4 || id == 6 || id == 7;
}

static struct timespec steady[8];

/* Such a clock does not go backwards. */
static void follow(struct timespec *last, const struct timespec *now)
{
    __hatha_assume(now->tv_sec > last->tv_sec ||
                   (now->tv_sec == last->tv_sec && now->tv_nsec >= last->tv_nsec));
    *last = *now;
}

int clock_gettime(int id, struct timespec *now)
{
    if (__hatha_open && __hatha_choose_failure_of_the_clock()) {
        *__errno_location() = __hatha_any_error();
        return -1;
    }
    struct timespec read = {__hatha_time(), fraction(1000000000)};
    if (is_steady(id))
        follow(&steady[id], &read);
    *now = read;
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1 || (__hatha_open && __hatha_choose_failure_of_the_clock()))
        return 0;
    now->tv_sec = __hatha_time();
    now->tv_nsec = fraction(1000000000);
    return base;
}
