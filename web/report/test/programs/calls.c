/* A failing path with calls inside calls and a loop. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int total;

static int twice(int x)
{
    return x + x;
}

static int weigh(int item)
{
    int weight = twice(item);
    if (weight > 10)
        weight = 10;
    return weight;
}

static void add(int item)
{
    int weight = weigh(item);
    total = total + weight;
    if (total > 25)
        reach_error();
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        add(__VERIFIER_nondet_int() & 7);
    return 0;
}
