/* <stdlib.h> and <inttypes.h>: absolute values and division.
 *
 * Written with the plain operators: the least value has no absolute value, and the
 * overflow, or the division by zero, is the caller's fault and shows here. */

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

typedef struct {
    intmax_t quot;
    intmax_t rem;
} imaxdiv_t;

int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n)
{
    return n < 0 ? -n : n;
}

div_t div(int a, int b)
{
    div_t result = {a / b, a % b};
    return result;
}

ldiv_t ldiv(long a, long b)
{
    ldiv_t result = {a / b, a % b};
    return result;
}

lldiv_t lldiv(long long a, long long b)
{
    lldiv_t result = {a / b, a % b};
    return result;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    imaxdiv_t result = {a / b, a % b};
    return result;
}

/* The position of the lowest bit that is set, from 1; 0 if there is none. */
static int first_set(unsigned long long n)
{
    int position = 1;
    if (n == 0)
        return 0;
    for (; !(n & 1); n >>= 1)
        position++;
    return position;
}

int ffs(int n)
{
    return first_set((unsigned)n);
}

int ffsl(long n)
{
    return first_set((unsigned long)n);
}

int ffsll(long long n)
{
    return first_set((unsigned long long)n);
}
