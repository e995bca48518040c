/* Pseudo-random numbers. rand and random share one sequence, as in glibc. */

extern int __hatha_rand(void);
extern void __hatha_srand(unsigned seed);

int rand(void)
{
    return __hatha_rand();
}

void srand(unsigned seed)
{
    __hatha_srand(seed);
}

long random(void)
{
    return __hatha_rand();
}

void srandom(unsigned seed)
{
    __hatha_srand(seed);
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
