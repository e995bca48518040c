/* Pseudo-random numbers. rand and random share one sequence, as in glibc. In a proof every number
 * is arbitrary. A test chooses the numbers: C leaves open which sequence a seed gives, also the
 * seed 1 that a program starts with. The same seed must give the same numbers again, so a seed
 * behind numbers that were chosen is not understood. In a closed world the numbers are glibc's. */

extern int __hatha_rand(void);
extern void __hatha_srand(unsigned seed);
extern unsigned __hatha_choose_random_number(void);
extern void __hatha_unsupported_seed_after_random_numbers(void);

static int drawn;

/* From 0 to RAND_MAX. */
static int next(void)
{
    if (!__hatha_open)
        return __hatha_rand() & 2147483647;
    drawn = 1;
    return (int)(__hatha_choose_random_number() >> 1);
}

static void plant(unsigned seed)
{
    if (!__hatha_open)
        __hatha_srand(seed);
    else if (drawn)
        __hatha_unsupported_seed_after_random_numbers();
}

int rand(void)
{
    return next();
}

void srand(unsigned seed)
{
    plant(seed);
}

long random(void)
{
    return next();
}

void srandom(unsigned seed)
{
    plant(seed);
}

/* The state is one word; each result is put together from three steps. */
int rand_r(unsigned *seed)
{
    unsigned next = *seed;
    unsigned result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245u + 12345;
        result = i == 0 ? next / 65536 % 2048 : (result << 10) ^ (next / 65536 % 1024);
    }
    *seed = next;
    return (int)result;
}
