/* The linear congruential generator on 48 bits of SVID. */

static unsigned long long state;
static unsigned long long factor = 0x5deece66d;
static unsigned long long addend = 11;
static unsigned short previous[3];

static unsigned long long step(unsigned long long x)
{
    return (x * factor + addend) & 0xffffffffffff;
}

static unsigned long long load(const unsigned short *x)
{
    return (unsigned long long)x[2] << 32 | (unsigned long long)x[1] << 16 | x[0];
}

static void store(unsigned short *x, unsigned long long value)
{
    x[0] = (unsigned short)value;
    x[1] = (unsigned short)(value >> 16);
    x[2] = (unsigned short)(value >> 32);
}

static unsigned long long next_of(unsigned short *x)
{
    unsigned long long value = step(load(x));
    store(x, value);
    return value;
}

static unsigned long long next(void)
{
    state = step(state);
    return state;
}

static double fraction(unsigned long long x)
{
    return (double)x * 0x1p-48;
}

double drand48(void)
{
    return fraction(next());
}

double erand48(unsigned short x[3])
{
    return fraction(next_of(x));
}

long lrand48(void)
{
    return (long)(next() >> 17);
}

long nrand48(unsigned short x[3])
{
    return (long)(next_of(x) >> 17);
}

long mrand48(void)
{
    return (int)(unsigned)(next() >> 16);
}

long jrand48(unsigned short x[3])
{
    return (int)(unsigned)(next_of(x) >> 16);
}

void srand48(long seed)
{
    state = (unsigned long long)(unsigned)seed << 16 | 0x330e;
    factor = 0x5deece66d;
    addend = 11;
}

unsigned short *seed48(unsigned short x[3])
{
    store(previous, state);
    state = load(x);
    factor = 0x5deece66d;
    addend = 11;
    return previous;
}

void lcong48(unsigned short parameters[7])
{
    state = load(parameters);
    factor = load(parameters + 3);
    addend = parameters[6];
}
